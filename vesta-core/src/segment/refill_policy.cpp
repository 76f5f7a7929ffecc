#include <vesta/segment/refill_policy.hpp>

#include <algorithm>
#include <cmath>

namespace vesta {
namespace {

using std::chrono::steady_clock;

double in_seconds(std::chrono::nanoseconds span) {
    return std::chrono::duration<double>(span).count();
}

// https://tech.meituan.com/2017/04/21/mt-leaf.html and SegmentIDGenImpl: MAX_STEP, SEGMENT_DURATION, and prefetching
// once a tenth of a segment is used. The row's step is used twice before the first change.
class leaf_policy final : public refill_policy {
  public:
    std::uint64_t size(refill_memory& tag, const refill_situation& at) const noexcept override {
        return tag.reservations < 2 ? at.step : after(at.now - tag.reserved_at, tag.reserved, at.step);
    }

    void reserved(refill_memory& tag, const refill_situation& at, std::uint64_t count) const noexcept override {
        tag.reserved = count;
        tag.reserved_at = at.now;
        ++tag.reservations;
    }

    std::uint64_t low_water(refill_memory&, const refill_situation&, std::uint64_t current) const noexcept override {
        return current - current / 10;
    }

  private:
    static std::uint64_t after(steady_clock::duration lasted, std::uint64_t last, std::uint64_t step) {
        constexpr std::chrono::minutes duration{15};
        constexpr std::uint64_t max_step = 1'000'000;
        if (lasted < duration) return std::max(step, last * 2 <= max_step ? last * 2 : last);
        if (lasted < 2 * duration) return std::max(step, last);
        return std::max(step, last / 2);
    }
};

// The original program's reload job refills a queue when `size <= 0.2 * step`.
class step_policy final : public refill_policy {
  public:
    std::uint64_t size(refill_memory&, const refill_situation& at) const noexcept override { return at.step; }
    void reserved(refill_memory&, const refill_situation&, std::uint64_t) const noexcept override {}
    std::uint64_t low_water(refill_memory&, const refill_situation&, std::uint64_t current) const noexcept override {
        return current / 5;
    }
};

class demand_policy final : public refill_policy {
  public:
    demand_policy(std::chrono::nanoseconds look_ahead, std::uint64_t largest) noexcept
        : look_ahead_{look_ahead}, largest_{static_cast<double>(largest)} {}

    std::uint64_t size(refill_memory& tag, const refill_situation& at) const noexcept override {
        const double needed = need(tag, at);
        const auto step = static_cast<double>(at.step);
        // A rate seen for a moment says little about the next minutes; the numbers really used bound it.
        const double used = std::max(step, static_cast<double>(at.taken - tag.seen_at_reserve));
        const double chosen = std::clamp(std::min(needed, growth * used), step, std::max(step, largest_));
        return static_cast<std::uint64_t>(chosen);
    }

    void reserved(refill_memory& tag, const refill_situation& at, std::uint64_t) const noexcept override {
        tag.seen_at_reserve = at.taken;
    }

    std::uint64_t low_water(refill_memory& tag, const refill_situation& at,
                            std::uint64_t current) const noexcept override {
        const double half = static_cast<double>(current) / 2;
        return static_cast<std::uint64_t>(std::clamp(need(tag, at), half, static_cast<double>(current)));
    }

  private:
    static constexpr double memory_seconds = 60;
    static constexpr double growth = 8;
    static constexpr double latencies = 8;

    /// The numbers used within the look-ahead, and during a few reservations.
    double need(refill_memory& tag, const refill_situation& at) const noexcept {
        const double per_second = rate(tag, at);
        return per_second * (in_seconds(look_ahead_) + latencies * in_seconds(at.latency));
    }

    /// The mean of about the last minute; of a younger tag, of its whole life.
    static double rate(refill_memory& tag, const refill_situation& at) noexcept {
        if (tag.began == steady_clock::time_point{}) tag.began = tag.looked = at.now;
        const double passed = std::max(0.0, in_seconds(at.now - tag.looked));
        const auto used = static_cast<double>(at.taken - tag.seen);
        const double kept = std::exp(-passed / memory_seconds);
        // Assumes that the numbers were used evenly.
        const double share = passed > 0 ? memory_seconds / passed * (1 - kept) : 1;
        tag.recent = tag.recent * kept + used * share;
        tag.seen = at.taken;
        tag.looked = at.now;
        const double age = std::max(in_seconds(at.now - tag.began), in_seconds(at.latency) + shortest_seconds);
        return tag.recent / (memory_seconds * (1 - std::exp(-age / memory_seconds)));
    }

    static constexpr double shortest_seconds = 1e-3;

    const std::chrono::nanoseconds look_ahead_;
    const double largest_;
};

} // namespace

std::unique_ptr<const refill_policy> leaf_refill() {
    return std::make_unique<leaf_policy>();
}

std::unique_ptr<const refill_policy> step_refill() {
    return std::make_unique<step_policy>();
}

std::unique_ptr<const refill_policy> demand_refill(std::chrono::nanoseconds look_ahead, std::uint64_t largest) {
    return std::make_unique<demand_policy>(look_ahead, largest);
}

} // namespace vesta
