#include <vesta/generate/timeline.hpp>

#include <algorithm>

namespace vesta {

timeline::timeline(const layout& of, const layout_span& within) noexcept
    : epoch_ns_{unix_ns{of.epoch()}.time_since_epoch().count()},
      ns_per_tick_{static_cast<std::int64_t>(of.unit()) * 1'000'000}, epoch_ms_{of.epoch().time_since_epoch().count()},
      unit_{of.unit()}, seq_bits_{of.width(field::seq)}, end_tick_{static_cast<std::int64_t>(within.end_tick(of))},
      begin_{within.first_tick(of) << seq_bits_}, end_{within.end_tick(of) << seq_bits_} {}

std::chrono::nanoseconds timeline::until(std::int64_t tick, unix_ns now) const noexcept {
    std::int64_t left = 0;
    if (__builtin_mul_overflow(tick, ns_per_tick_, &left) || __builtin_add_overflow(left, epoch_ns_, &left) ||
        __builtin_sub_overflow(left, now.time_since_epoch().count(), &left))
        return tick < 0 ? std::chrono::nanoseconds::min() : std::chrono::nanoseconds::max();
    return std::chrono::nanoseconds{left};
}

namespace {

/// A mark as a tick and the milliseconds into it; a mark before the epoch counts as the epoch.
struct split_mark {
    std::uint64_t tick;
    std::uint64_t rest_ms;
};

split_mark split(unix_ms mark, std::int64_t epoch_ms, time_unit unit) {
    const auto since =
        static_cast<std::uint64_t>(std::max<std::int64_t>(0, mark.time_since_epoch().count() - epoch_ms));
    const auto size = static_cast<std::uint64_t>(unit);
    return {since / size, since % size};
}

} // namespace

std::uint64_t timeline::unbounded_from(unix_ms mark) const noexcept {
    const auto [tick, rest] = split(mark, epoch_ms_, unit_);
    if (tick >= end_ >> seq_bits_) return end_;
    const auto size = static_cast<std::uint64_t>(unit_);
    // Dividing before multiplying keeps the product within 64 bits for any width of seq.
    const std::uint64_t per_ms = per_tick() / size;
    const std::uint64_t left_over = per_tick() % size;
    return (tick << seq_bits_) + per_ms * rest + (left_over * rest + size - 1) / size;
}

std::uint64_t timeline::covered_by(unix_ms mark) const noexcept {
    const auto [tick, rest] = split(mark, epoch_ms_, unit_);
    if (tick >= end_ >> seq_bits_) return end_;
    const auto size = static_cast<std::uint64_t>(unit_);
    return (tick << seq_bits_) + per_tick() / size * rest + per_tick() % size * rest / size;
}

unix_ms timeline::mark_covering(std::uint64_t position) const noexcept {
    const auto size = static_cast<std::uint64_t>(unit_);
    const std::uint64_t tick = position >> seq_bits_;
    const std::uint64_t within = position & (per_tick() - 1);
    unix_ms mark{std::chrono::milliseconds{epoch_ms_ + static_cast<std::int64_t>(tick * size)}};
    // An estimate, corrected below: covered_by() rounds, and a tick may hold 2^61 positions.
    const auto guess = static_cast<std::int64_t>(static_cast<long double>(within) * size / per_tick());
    mark += std::chrono::milliseconds{std::max<std::int64_t>(0, guess - 1)};
    while (covered_by(mark) < position)
        mark += std::chrono::milliseconds{1};
    return mark;
}

} // namespace vesta
