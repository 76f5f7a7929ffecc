#include <vesta/generate/lane.hpp>
#include <vesta/generate/lane_slot.hpp>

#include <algorithm>

namespace vesta {
namespace {

std::uint64_t constant_part(const layout& of, fields parts) {
    parts.time = 0;
    parts.seq = 0;
    return of.encode(parts).value().bits();
}

} // namespace

lane::lane(const layout& of, const fields& parts, populator_kind kind, const pacing& how, unix_ms found,
           const layout_span& within)
    : line_{of, within}, found_{found}, waits_{within.from > found},
      machine_{static_cast<std::uint32_t>(parts.machine)}, constant_{constant_part(of, parts)},
      seq_bits_{of.width(field::seq)}, time_shift_{of.shift(field::time)}, seq_shift_{of.shift(field::seq)},
      seq_mask_{of.max(field::seq)}, populator_{make_populator(kind, line_, how, line_.first_from(found))} {}

void lane::write(std::uint64_t first, std::span<id> out) const noexcept {
    while (!out.empty()) {
        const std::uint64_t in_tick = std::min<std::uint64_t>(out.size(), seq_mask_ + 1 - (first & seq_mask_));
        const std::uint64_t base = at(first).bits();
        for (std::uint64_t i = 0; i < in_tick; ++i)
            out[i] = id::from_bits(base + (i << seq_shift_));
        first += in_tick;
        out = out.subspan(in_tick);
    }
}

id_range lane::range(const claim& of) const noexcept {
    const bool one_line = time_shift_ == seq_shift_ + seq_bits_;
    const std::uint64_t in_tick = seq_mask_ + 1 - (of.first & seq_mask_);
    return {at(of.first), one_line ? of.count : std::min(of.count, in_tick), std::uint64_t{1} << seq_shift_};
}

unix_ms lane::close() noexcept {
    return used_below(populator_->close());
}

/// A lane that waits for the beginning of its span has used nothing, however far ahead that is.
unix_ms lane::used_below(std::uint64_t next) const noexcept {
    return waits_ && next <= line_.begin() ? found_ : line_.mark_covering(next);
}

void lane_slot::replace(machine_id machine, unix_ms found, unix_ms mark) {
    const unix_ms used = present().close(); // own time goes on from here with any machine ID
    parts_.machine = machine.value;
    put(std::max(found, used), mark);
}

} // namespace vesta
