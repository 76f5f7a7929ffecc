#pragma once

#include <vesta/id/layout.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// An ID taken apart by a scheme.
///
/// Lifetime: `scheme` and `type` view names that live as long as the scheme.
struct explanation {
    id value;
    fields parts;
    std::string_view scheme; ///< The scheme's name.
    std::string_view type;   ///< The layout's name.
    unix_ms at{};            ///< When the ID's tick began.
};

/// A family of layouts, one per ID type, whose IDs can be told apart by their bits.
///
/// Immutable.
/// Thread-safety: safe.
/// Lifetime: pointers and spans that it returns live as long as the scheme.
class scheme {
  public:
    /// @p types is not empty; its first element is the default type. If two types could own one ID, the narrower one
    /// does.
    scheme(std::string name, std::vector<layout> types);

    const std::string& name() const noexcept { return name_; }
    std::span<const layout> types() const noexcept { return types_; }
    /// The type named @p type; the default type for an empty name.
    ///
    /// Errors: `invalid_argument`, listing the names.
    result<const layout*> type(std::string_view type) const;
    /// The type that owns @p value.
    ///
    /// Errors: `invalid_argument` if no type could have made it.
    result<const layout*> type_of(id value) const;

    /// Takes @p value apart.
    ///
    /// Errors: `invalid_argument` if no type could have made it.
    result<explanation> explain(id value) const;
    /// Builds an ID of @p type, one of this scheme's. Ignores `parts.type` and uses the type's own value.
    ///
    /// Errors: `invalid_argument` for a field out of range, or if the ID would read back as another type.
    result<id> make(const layout& type, const fields& parts) const;

    /// The first tick from which every ID of @p type reads back as @p type. Generators start there at the earliest.
    ///
    /// 0 in most schemes; see the short type of vesta-2018.
    std::uint64_t first_certain_time(const layout& type) const noexcept;

  private:
    std::string name_;
    std::vector<layout> types_;
};

/// The preset scheme of that name (docs/layouts.md). Null for any other name.
const scheme* find_scheme(std::string_view name);

/// The names that `find_scheme` knows, Vesta's first.
std::span<const std::string_view> scheme_names();

} // namespace vesta
