#pragma once

#include "properties.hpp"

#include <vesta/base/result.hpp>

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace vesta::embed {

/// The properties file of a program that this one succeeds, while it is translated: who reads it notes each key, so
/// that those that nobody knows can be refused.
///
/// Errors: throws `failure` (`invalid_settings`), with the line of the key.
class old_settings {
  protected:
    /// @p origin names the file in errors.
    old_settings(std::string_view text, std::string_view origin) : all_{read_properties(text)}, origin_{origin} {}

    /// The value of the first of @p keys that is there and not empty.
    std::optional<std::string> value(std::initializer_list<std::string> keys);
    /// Whether one of @p keys is there and not empty: for secrets, whose values are not used.
    bool has_any(std::initializer_list<std::string> keys);
    /// The value of the first of @p keys, one of which must be there.
    std::string needed(std::initializer_list<std::string> keys);
    bool has(const std::string& key) const { return all_.contains(key); }

    /// @p what is wrong with @p key, which stands in the line of @p written.
    [[noreturn]] void fail(const std::string& key, const std::string& what, const std::string& written) const;
    [[noreturn]] void fail(const std::string& key, const std::string& what) const { fail(key, what, key); }
    /// @p key is none that this program knows of that one.
    [[noreturn]] void fail_unknown(const std::string& key) const;

    const std::map<std::string, property> all_;
    const std::string origin_;
    std::set<std::string, std::less<>> used_;
    std::string text_; ///< What was translated so far.
};

/// What @p translate makes of @p origin, once it was checked as settings.
///
/// Errors: `invalid_settings`.
result<std::string> checked_translation(const std::function<std::string()>& translate, std::string_view origin);

} // namespace vesta::embed
