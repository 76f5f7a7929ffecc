#pragma once

#include <vesta/id/layout.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// An ID read by a scheme: its fields, its type, and the instant its tick began.
struct explanation {
    id value;
    fields parts;
    std::string_view scheme; ///< Lives as long as the scheme.
    std::string_view type;   ///< Lives as long as the scheme.
    unix_ms at{};
};

/// A family of layouts whose IDs can be told apart by their bits: one layout per ID type. Immutable; safe from any
/// thread.
class scheme {
  public:
    /// @p types is not empty; the first is the default. Where two of them could own one ID, the narrower one does.
    scheme(std::string name, std::vector<layout> types);

    const std::string& name() const noexcept { return name_; }
    std::span<const layout> types() const noexcept { return types_; }
    /// The type named @p type, or the scheme's default type for an empty name. Error: `invalid_argument`, listing the
    /// names.
    result<const layout*> type(std::string_view type) const;
    /// The type that owns @p value. Error: `invalid_argument`.
    result<const layout*> type_of(id value) const;

    /// Takes @p value apart. Error: `invalid_argument` when no type of this scheme could have made it.
    result<explanation> explain(id value) const;
    /// Builds an ID of @p type; `parts.type` is the type's own. Error: `invalid_argument` for a field out of range, or
    /// when the ID would read back as another type.
    result<id> make(const layout& type, const fields& parts) const;

    /// The time from which on every ID of @p type reads back as @p type: a generator starts there at the earliest. 0 in
    /// most schemes; see the short type of vesta-2018.
    std::uint64_t first_certain_time(const layout& type) const noexcept;

  private:
    std::string name_;
    std::vector<layout> types_;
};

/// The scheme of that name: vesta, vesta-2018, vesta-2015 or snowflake (docs/layouts.md). Null for any other name.
const scheme* find_scheme(std::string_view name) noexcept;

/// The names `find_scheme` knows.
std::span<const std::string_view> scheme_names() noexcept;

} // namespace vesta
