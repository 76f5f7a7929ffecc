#include "areas.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

// The refill policies against each other: Leaf's is the baseline.
namespace vesta::bench {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr int rounds = 5;

/// Numbers that 16 threads get in the first 300 ms of a tag with a step of 1000, as many as they can.
double burst(refill_kind refill, std::chrono::milliseconds latency) {
    const auto table = std::make_shared<testing::memory_segments>();
    table->put({.tag = "cold", .step = 1000});
    table->set_fault([latency](testing::memory_segments::call which, std::string_view) -> std::optional<error> {
        if (which == testing::memory_segments::call::reserve) std::this_thread::sleep_for(latency);
        return {};
    });
    segment_generator generator{table, {.refill = refill}};
    id_source& source = *generator.tag("cold").value();
    const auto end = steady_clock::now() + 300ms;
    std::vector<std::jthread> all;
    for (int i = 0; i < 16; ++i)
        all.emplace_back([&] {
            id made;
            while (steady_clock::now() < end)
                if (const grant given = source.try_generate({&made, 1}); given.made == 0)
                    system_wall_clock().rest(given.wait);
        });
    all.clear();
    return static_cast<double>(generator.status().counts.served);
}

/// A tag that is used at a constant rate, in simulated time: what is in hand, and the reservation under way.
class steady_use {
  public:
    steady_use(std::unique_ptr<const refill_policy> policy, std::uint64_t per_second)
        : policy_{std::move(policy)}, per_tick_{per_second / ticks_per_second} {}

    /// How long the store may be away, at the worst moment of the minute after @p warm.
    std::chrono::seconds covers(std::chrono::minutes warm) {
        std::uint64_t least = ~std::uint64_t{0};
        for (steady_clock::duration passed{0}; passed < warm + 1min; passed += tick, now_ += tick) {
            use();
            if (passed >= warm) least = std::min(least, current_ - used_ + next_);
        }
        return std::chrono::seconds{least / (per_tick_ * ticks_per_second)};
    }

  private:
    static constexpr std::chrono::milliseconds tick{10};
    static constexpr std::uint64_t ticks_per_second = 1s / tick;
    static constexpr std::uint64_t step = 1000;

    refill_situation situation() const { return {now_, taken_, step, tick}; }

    void use() {
        if (asked_) { // the store answers within a tick
            next_ = policy_->size(memory_, *asked_);
            policy_->reserved(memory_, *asked_, next_);
            asked_.reset();
        }
        const std::uint64_t got = std::min(per_tick_, current_ - used_);
        used_ += got;
        taken_ += got;
        if (used_ == current_) {
            current_ = next_;
            next_ = used_ = 0;
        }
        if (next_ == 0 && current_ - used_ <= policy_->low_water(memory_, situation(), current_)) asked_ = situation();
    }

    const std::unique_ptr<const refill_policy> policy_;
    const std::uint64_t per_tick_;
    refill_memory memory_;
    std::optional<refill_situation> asked_;
    steady_clock::time_point now_{1h};
    std::uint64_t taken_ = 0;
    std::uint64_t current_ = 0;
    std::uint64_t used_ = 0;
    std::uint64_t next_ = 0;
};

double covered_minutes(std::unique_ptr<const refill_policy> policy, std::uint64_t per_second,
                       std::chrono::minutes warm) {
    return std::chrono::duration<double, std::ratio<60>>(steady_use{std::move(policy), per_second}.covers(warm))
        .count();
}

} // namespace

void measure_policies(report& into) {
    for (const auto latency : {1ms, 5ms, 20ms, 100ms}) {
        const auto [ours, leafs] = alternate(
            rounds, [&] { return burst(refill_kind::demand, latency); },
            [&] { return burst(refill_kind::leaf, latency); });
        into.add({"a cold tag's first 300 ms, 16 threads, store of " + std::to_string(latency.count()) + " ms", ours,
                  leafs, "numbers; peer: Leaf's policy", "ratio >= 1"});
    }
    for (const std::uint64_t per_second : {1'000, 100'000})
        for (const auto warm : {2min, 20min, 60min})
            into.add({"outage covered after " + std::to_string(warm.count()) + " min of " + std::to_string(per_second) +
                          " a second",
                      covered_minutes(demand_refill(15min, 1'000'000'000), per_second, warm),
                      covered_minutes(leaf_refill(), per_second, warm), "min, simulated; peer: Leaf's policy", "15"});
}

} // namespace vesta::bench
