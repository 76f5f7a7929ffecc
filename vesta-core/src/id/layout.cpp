#include <vesta/base/quote.hpp>
#include <vesta/id/layout.hpp>

#include <algorithm>
#include <limits>

namespace vesta {
namespace {

constexpr unsigned max_bits = 63;
constexpr unsigned max_position_bits = 62; // time and seq count together in one 64-bit word, with room to add
constexpr unsigned max_machine_bits = 32;
// Beyond year 9999 no calendar text is defined, so no layout may last longer.
constexpr unix_ms last_representable{std::chrono::milliseconds{253402300800000}};

error bad(const layout_spec& spec, const std::string& what) {
    return {errc::invalid_settings, "layout " + in_quotes(spec.name) + ": " + what};
}

std::array<unsigned, 6> widths(const layout_spec& spec) {
    const auto& w = spec.width;
    return {w.version, w.type, w.gen_method, w.machine, w.time, w.seq};
}

unsigned sum(const layout_spec& spec) {
    unsigned total = 0;
    for (const unsigned width : widths(spec))
        total += width;
    return total;
}

bool is_permutation_of_fields(std::array<field, 6> order) {
    std::ranges::sort(order);
    return order == all_fields;
}

result<void> check_widths(const layout_spec& spec) {
    for (std::size_t i = 0; i < all_fields.size(); ++i)
        if (widths(spec)[i] > max_bits)
            return bad(spec, "width of " + std::string{name(all_fields[i])} + " is " + std::to_string(widths(spec)[i]) +
                                 "; it may be 0 to 63");
    const auto& w = spec.width;
    if (w.time < 1 || w.time + w.seq > max_position_bits)
        return bad(spec, "time has " + std::to_string(w.time) + " bits and seq " + std::to_string(w.seq) +
                             "; time needs at least 1, and both together may have at most 62");
    if (w.machine > max_machine_bits)
        return bad(spec, "machine has " + std::to_string(w.machine) + " bits; it may have 0 to 32");
    const unsigned total = sum(spec);
    const bool version_on_top = spec.order.front() == field::version && w.version == 1;
    if (total > max_bits + (version_on_top ? 1U : 0U))
        return bad(spec, "the widths add up to " + std::to_string(total) +
                             "; they may add up to 63, or to 64 with a version of 1 bit on top");
    return {};
}

result<void> check_range_of_time(const layout_spec& spec) {
    // Clock readings count nanoseconds from 1970 in 64 bits; from an earlier epoch on they would not fit.
    if (spec.epoch < unix_ms{})
        return bad(spec,
                   "epoch " + to_rfc3339(spec.epoch) + " is before " + to_rfc3339(unix_ms{}) + ", where clocks begin");
    const auto unit = static_cast<std::uint64_t>(spec.unit);
    const auto room = std::max<std::int64_t>(0, (last_representable - spec.epoch).count());
    const std::uint64_t ticks = std::uint64_t{1} << spec.width.time;
    if (ticks > static_cast<std::uint64_t>(room) / unit)
        return bad(spec, "time of " + std::to_string(spec.width.time) + " bits in units of " +
                             std::string{name(spec.unit)} +
                             " ends after the year 9999; use fewer bits or a smaller unit");
    return {};
}

} // namespace

std::string_view name(time_unit unit) noexcept {
    switch (unit) {
    case time_unit::millisecond:
        return "ms";
    case time_unit::centisecond:
        return "10ms";
    case time_unit::second:
        return "s";
    }
    return "ms";
}

layout::layout(layout_spec spec) : spec_{std::move(spec)} {
    const auto bits = widths(spec_);
    for (auto which = spec_.order.rbegin(); which != spec_.order.rend(); ++which) {
        width_[index(*which)] = static_cast<std::uint8_t>(bits[index(*which)]);
        shift_[index(*which)] = static_cast<std::uint8_t>(total_);
        total_ += bits[index(*which)];
    }
}

result<layout> layout::make(layout_spec spec) {
    if (!is_permutation_of_fields(spec.order))
        return bad(spec, "order must name each of version, type, gen-method, machine, time and seq once");
    if (auto checked = check_widths(spec); !checked) return checked.error();
    if (spec.type >> spec.width.type != 0)
        return bad(spec, "type " + std::to_string(spec.type) + " does not fit its field of " +
                             std::to_string(spec.width.type) + " bits");
    if (auto checked = check_range_of_time(spec); !checked) return checked.error();
    return layout{std::move(spec)};
}

result<layout> layout::make(layout_spec spec, unix_ms now) {
    if (spec.epoch > now)
        return bad(spec, "epoch " + to_rfc3339(spec.epoch) + " is in the future; it must not be after now, " +
                             to_rfc3339(now));
    return make(std::move(spec));
}

unix_ms layout::instant_of(std::uint64_t time) const noexcept {
    return spec_.epoch +
           std::chrono::milliseconds{static_cast<std::int64_t>(time * static_cast<std::uint64_t>(spec_.unit))};
}

result<std::uint64_t> layout::time_of(unix_ms instant) const {
    if (instant < spec_.epoch)
        return error{errc::invalid_argument,
                     to_rfc3339(instant) + " is before the epoch of " + spec_.name + ", " + to_rfc3339(spec_.epoch)};
    if (instant >= end())
        return error{errc::exhausted,
                     to_rfc3339(instant) + " is not before the end of " + spec_.name + ", " + to_rfc3339(end())};
    return static_cast<std::uint64_t>((instant - spec_.epoch).count()) / static_cast<std::uint64_t>(spec_.unit);
}

std::uint64_t layout::tick_at(unix_ms instant) const noexcept {
    if (instant <= spec_.epoch) return 0;
    if (has_ended(instant)) return max(field::time) + 1;
    return static_cast<std::uint64_t>((instant - spec_.epoch).count()) / static_cast<std::uint64_t>(spec_.unit);
}

std::uint64_t layout::tick_from(unix_ms instant) const noexcept {
    const std::uint64_t holding = tick_at(instant);
    return holding + (holding <= max(field::time) && instant_of(holding) < instant ? 1 : 0);
}

std::uint64_t layout::per_second() const noexcept {
    const std::uint64_t per_tick = max(field::seq) + 1;
    const std::uint64_t ticks = 1000 / static_cast<std::uint64_t>(spec_.unit);
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return per_tick > most / ticks ? most : per_tick * ticks;
}

result<id> layout::encode(const fields& parts) const {
    std::uint64_t bits = 0;
    for (const field which : all_fields) {
        if (parts[which] > max(which))
            return error{errc::invalid_argument, std::string{vesta::name(which)} + " is " +
                                                     std::to_string(parts[which]) + "; layout " + spec_.name +
                                                     " takes 0 to " + std::to_string(max(which))};
        // A field of width 0 may lie at shift 64; its value is 0 then, and shifting by 64 is undefined.
        if (width(which) != 0) bits |= parts[which] << shift(which);
    }
    return id::from_bits(bits);
}

fields layout::decode(id value) const noexcept {
    fields parts;
    for (const field which : all_fields)
        if (width(which) != 0) parts[which] = (value.bits() >> shift(which)) & max(which);
    return parts;
}

bool layout::owns(id value) const noexcept {
    const bool nothing_above = total_ == 64 || value.bits() >> total_ == 0;
    return nothing_above && decode(value).type == spec_.type;
}

} // namespace vesta
