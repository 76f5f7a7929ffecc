#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/id/id.hpp>
#include <vesta/id/scheme.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace vesta {

/// A 128-bit ID: a UUID (RFC 9562) or a ULID. A regular value, ordered as its bytes are.
struct uuid {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    /// The most significant byte first, as RFC 9562 and the ULID specification put it.
    std::array<std::uint8_t, 16> bytes() const noexcept;
    static uuid from_bytes(std::span<const std::uint8_t, 16> bytes) noexcept;

    friend constexpr auto operator<=>(const uuid&, const uuid&) noexcept = default;
};

/// The kinds of generators whose IDs have 128 bits.
enum class uuid_kind : std::uint8_t {
    uuid7, ///< UUIDs of version 7: RFC 9562, 5.7.
    ulid   ///< https://github.com/ulid/spec
};

/// "uuid7" or "ulid".
std::string_view name(uuid_kind of) noexcept;
std::optional<uuid_kind> find_uuid_kind(std::string_view name) noexcept;

/// Bits of sequence and machine ID together in a core.
inline constexpr unsigned seq_and_machine_bits = 20;
inline constexpr unsigned usual_machine_bits = 10;

/// The layout of cores: the 64-bit IDs from which 128-bit IDs are made, and which nobody else sees.
///
/// From the top: a version bit, always 1 (`core_version`), which no 64-bit ID of a preset has; 41 bits of milliseconds
/// since 2026; the sequence and genMethod (2 bits); the machine ID of @p machine_bits, 1 to 16. The sequence has the
/// rest of `seq_and_machine_bits`.
std::shared_ptr<const scheme> core_scheme(uuid_kind of, unsigned machine_bits = usual_machine_bits);
inline constexpr std::uint64_t core_version = 1;

/// Random bits that an ID of any kind takes at most.
inline constexpr unsigned most_random_bits = 57;

/// The ID that has @p core inside, and the upper bits of @p random. docs/layouts.md draws the bits.
///
/// Cores of one kind make increasing IDs if they increase, and different IDs if they differ. No `uuid7` is a `ulid`:
/// bit 64 is 1 in the one, as RFC 9562 wants it, and 0 in the other.
///
/// Thread-safety: safe.
uuid compose(uuid_kind of, id core, std::uint64_t random) noexcept;
/// As above, with random bits from the system (`pooled_random_bits`).
uuid compose(uuid_kind of, id core);

/// A 128-bit ID taken apart. Of another program's ID only the time is meaningful.
struct uuid_explanation {
    uuid value;
    uuid_kind kind = uuid_kind::uuid7;
    /// `version` is that of the UUID, 0 for a ULID; `time` is in ms since 1970.
    fields parts;
    std::uint64_t random = 0;
    unsigned random_bits = 0; ///< How many bits `random` has.
    unix_ms at{};
};

/// Takes @p value apart, where @p core is the layout of the cores.
///
/// Errors: `invalid_argument` for a UUID that is not of version 7, and for a time after the year 9999.
result<uuid_explanation> explain(uuid_kind of, uuid value, const layout& core);

/// The least and the greatest of some 128-bit IDs, both included.
struct uuid_bounds {
    uuid least;
    uuid greatest;
};

/// The bounds of all IDs, also of other programs, whose time is from @p from on and before @p until.
///
/// Errors: `invalid_argument` if the range is empty, before 1970 or after the year 9999.
result<uuid_bounds> bounds_between(uuid_kind of, unix_ms from, unix_ms until);

} // namespace vesta
