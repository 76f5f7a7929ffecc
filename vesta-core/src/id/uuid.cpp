#include <vesta/base/pooled_random_bits.hpp>
#include <vesta/id/text_form.hpp>
#include <vesta/id/uuid.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace vesta {
namespace {

constexpr std::array kind_names{std::string_view{"uuid7"}, std::string_view{"ulid"}};

// A core from the top: 1 (version), 41 bits of time, and the tail: sequence, genMethod and machine ID.
constexpr unsigned method_bits = 2;
constexpr unsigned tail_bits = seq_and_machine_bits + method_bits;
constexpr unsigned time_bits = 41;
constexpr unix_ms core_epoch{std::chrono::milliseconds{1767225600000}}; // 2026-01-01T00:00:00Z
constexpr unix_ms year_10000{std::chrono::milliseconds{253402300800000}};

// RFC 9562, 5.7: 48 bits of time, the version, rand_a of 12 bits; the variant 10, rand_b of 62 bits.
constexpr std::uint64_t version = 7;
constexpr unsigned rand_a_bits = 12;
constexpr std::uint64_t variant = std::uint64_t{1} << 63;
constexpr unsigned rand_b_bits = 62;

constexpr std::uint64_t low_bits(unsigned count) noexcept {
    return (std::uint64_t{1} << count) - 1;
}

/// How the tail lies in the bits after the time: its upper bits in the upper word, then, in the lower word, some fixed
/// bits, the rest of the tail, and the random bits.
struct places {
    unsigned in_high;
    unsigned fixed;
    constexpr unsigned in_low() const noexcept { return tail_bits - in_high; }
    constexpr unsigned random() const noexcept { return 64 - fixed - in_low(); }
};

constexpr places places_of(uuid_kind of) noexcept {
    return of == uuid_kind::uuid7 ? places{rand_a_bits, 64 - rand_b_bits} : places{16, 1};
}
static_assert(places_of(uuid_kind::ulid).random() == most_random_bits);
static_assert(places_of(uuid_kind::uuid7).random() < most_random_bits);

/// What all IDs of a millisecond have in common.
uuid frame(uuid_kind of, std::uint64_t unix_time_ms) noexcept {
    const bool is_uuid7 = of == uuid_kind::uuid7;
    return {unix_time_ms << 16 | (is_uuid7 ? version << rand_a_bits : 0), is_uuid7 ? variant : 0};
}

error beyond_calendar(uuid_kind of) {
    return {errc::invalid_argument, "the time in this " + std::string{name(of)} + " is after the year 9999"};
}

} // namespace

std::array<std::uint8_t, 16> uuid::bytes() const noexcept {
    std::array<std::uint8_t, 16> made;
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i] = static_cast<std::uint8_t>((i < 8 ? high : low) >> (56 - i % 8 * 8));
    return made;
}

uuid uuid::from_bytes(std::span<const std::uint8_t, 16> bytes) noexcept {
    uuid made;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::uint64_t& word = i < 8 ? made.high : made.low;
        word = word << 8 | bytes[i];
    }
    return made;
}

std::string_view name(uuid_kind of) noexcept {
    return kind_names[static_cast<std::size_t>(of)];
}

std::optional<uuid_kind> find_uuid_kind(std::string_view name) noexcept {
    for (const uuid_kind each : {uuid_kind::uuid7, uuid_kind::ulid})
        if (vesta::name(each) == name) return each;
    return std::nullopt;
}

std::shared_ptr<const scheme> core_scheme(uuid_kind of, unsigned machine_bits) {
    layout_spec spec{.name = std::string{name(of)},
                     .width = {.version = 1,
                               .gen_method = method_bits,
                               .machine = machine_bits,
                               .time = time_bits,
                               .seq = seq_and_machine_bits - machine_bits},
                     .order = {field::version, field::type, field::time, field::seq, field::gen_method, field::machine},
                     .epoch = core_epoch};
    return std::make_shared<const scheme>(std::string{name(of)}, std::vector{layout::make(std::move(spec)).value()});
}

uuid compose(uuid_kind of, id core, std::uint64_t random) noexcept {
    const places at = places_of(of);
    const std::uint64_t time = core.bits() >> tail_bits & low_bits(time_bits);
    const std::uint64_t tail = core.bits() & low_bits(tail_bits);
    uuid made = frame(of, static_cast<std::uint64_t>(core_epoch.time_since_epoch().count()) + time);
    made.high |= tail >> at.in_low();
    made.low |= (tail & low_bits(at.in_low())) << at.random() | random >> (64 - at.random());
    return made;
}

uuid compose(uuid_kind of, id core) {
    return compose(of, core, pooled_random_bits());
}

result<uuid_explanation> explain(uuid_kind of, uuid value, const layout& core) {
    const bool is_version_7 = (value.high >> rand_a_bits & 0xf) == version && value.low >> rand_b_bits == 0b10;
    if (of == uuid_kind::uuid7 && !is_version_7)
        return error{errc::invalid_argument, to_text(value, text_form::uuid) +
                                                 " is not a UUID of version 7, whose 13th digit is 7 and whose 17th is "
                                                 "8, 9, a or b"};
    const places at = places_of(of);
    const unix_ms made_at{std::chrono::milliseconds{static_cast<std::int64_t>(value.high >> 16)}};
    if (made_at >= year_10000) return beyond_calendar(of);
    const std::uint64_t tail =
        (value.high & low_bits(at.in_high)) << at.in_low() | (value.low >> at.random() & low_bits(at.in_low()));
    fields parts = core.decode(id::from_bits(tail));
    parts.version = of == uuid_kind::uuid7 ? version : 0;
    parts.time = value.high >> 16;
    return uuid_explanation{value, of, parts, value.low & low_bits(at.random()), at.random(), made_at};
}

result<uuid_bounds> bounds_between(uuid_kind of, unix_ms from, unix_ms until) {
    if (from >= until)
        return error{errc::invalid_argument, "the range from " + to_rfc3339(from) + " to " + to_rfc3339(until) +
                                                 " is empty; it must end after it begins"};
    if (from < unix_ms{} || until > year_10000)
        return error{errc::invalid_argument, "the range from " + to_rfc3339(from) + " to " + to_rfc3339(until) +
                                                 " is not between the years 1970 and 9999"};
    const auto ms = [](unix_ms at) { return static_cast<std::uint64_t>(at.time_since_epoch().count()); };
    const bool is_uuid7 = of == uuid_kind::uuid7;
    uuid greatest = frame(of, ms(until) - 1);
    greatest.high |= low_bits(is_uuid7 ? rand_a_bits : 16);
    greatest.low |= is_uuid7 ? low_bits(rand_b_bits) : ~std::uint64_t{0};
    return uuid_bounds{frame(of, ms(from)), greatest};
}

} // namespace vesta
