#pragma once

#include <vesta/generate/time_generator.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// An ID to be built from parts, for repairing data: each part as a caller wrote it, a type by its name or its number.
/// What is absent is what the generator itself would put in; time and seq it has to be told.
class making {
  public:
    std::optional<std::string>& operator[](field which) noexcept { return parts_[static_cast<std::size_t>(which)]; }
    const std::optional<std::string>& operator[](field which) const noexcept {
        return parts_[static_cast<std::size_t>(which)];
    }

  private:
    std::array<std::optional<std::string>, all_fields.size()> parts_;
};

/// The largest number a part can be given as.
inline constexpr std::uint64_t largest_part = 0x7fff'ffff'ffff'ffff;

/// Builds it. Errors: `invalid_argument`, naming the part, its value and its range; `not_ready` where no machine ID is
/// given, and @p with has none yet. @p called is what callers call a part.
result<id> make_id(const time_generator& with, const making& parts, std::string (*called)(field));

/// The type named @p named, in any case, or with that number; the generator's own for nothing. Error:
/// `invalid_argument`, listing those there are.
result<const layout*> find_type(const time_generator& of, const std::optional<std::string>& named);

} // namespace vesta
