#pragma once

#include <vesta/generate/time_generator.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace vesta {

/// The parts of an ID to be built, for repairing data: each part as a caller wrote it, a type by name or number.
///
/// Absent parts take the generator's own values, except time and seq, which must be given.
class making {
  public:
    std::optional<std::string>& operator[](field which) noexcept { return parts_[static_cast<std::size_t>(which)]; }
    const std::optional<std::string>& operator[](field which) const noexcept {
        return parts_[static_cast<std::size_t>(which)];
    }

  private:
    std::array<std::optional<std::string>, all_fields.size()> parts_;
};

/// The largest number that a part can be given as.
inline constexpr std::uint64_t largest_part = 0x7fff'ffff'ffff'ffff;

/// Values for absent parts.
///
/// Lifetime: both outlive it.
struct making_defaults {
    const scheme& family;
    const layout& type; ///< One of the family's.
    std::uint64_t version = 0;
    gen_method method = gen_method::embedded;
    std::optional<machine_id> machine{}; ///< Nothing: it must be given.
};
making_defaults defaults_of(const time_generator& of);

/// Builds the ID. @p called returns the name that callers use for a part.
///
/// Errors: `invalid_argument`, naming the part, its value and its range; `not_ready` if there is no machine ID, neither
/// given nor by default.
result<id> make_id(const making_defaults& with, const making& parts, std::string (*called)(field));
inline result<id> make_id(const time_generator& with, const making& parts, std::string (*called)(field)) {
    return make_id(defaults_of(with), parts, called);
}

/// The type named @p named in any case, or with that number; the default for nothing.
///
/// Errors: `invalid_argument`, listing the types.
result<const layout*> find_type(const making_defaults& of, const std::optional<std::string>& named);
inline result<const layout*> find_type(const time_generator& of, const std::optional<std::string>& named) {
    return find_type(defaults_of(of), named);
}

/// The instant at which tick @p time of @p type begins.
///
/// Errors: `invalid_argument` beyond the last tick, naming the type and its range.
result<unix_ms> instant_in(const layout& type, std::uint64_t time);

/// Values for absent parts of IDs of two layouts in turn.
///
/// Lifetime: what they refer to outlives it.
struct making_in_turn {
    making_defaults first;
    making_defaults second;
    unix_ms at; ///< The instant at which the second begins.
    unix_ms now;

    /// Which of the two an ID with @p time is of, and its type: that named @p type, else its own. The time decides. If
    /// it is one of both, the type does, then @p version, and then that no ID is of a time to come, so that until the
    /// instant all are of the first.
    ///
    /// Errors: `invalid_argument` for a type or time that neither has, or if nothing tells the two apart.
    struct choice {
        const making_defaults* of;
        const layout* type;
    };
    result<choice> choose(std::uint64_t time, const std::optional<std::string>& type,
                          std::optional<std::uint64_t> version) const;
};

/// As above, by the layout that the time belongs to.
result<id> make_id(const making_in_turn& with, const making& parts, std::string (*called)(field));

} // namespace vesta
