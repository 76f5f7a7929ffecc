#pragma once

#include <vesta/base/result.hpp>

#include <string>
#include <string_view>

namespace vesta::access {

/// A new token: `vst_` and 256 random bits in 64 hexadecimal digits. Errors: as `random_hex`.
std::string new_token();

/// A token as the access file has it: `KEY:sha256:DIGEST`. A server keeps nothing else of it. The key is a name for
/// people: which token of a principal is meant when one is to go.
struct token_entry {
    std::string key;
    std::string digest; ///< The SHA-256 of the token, in 64 hexadecimal digits.

    static token_entry of(std::string key, std::string_view token);
    /// Errors: `invalid_settings`, without quoting @p text, which may be a token put there by mistake.
    static result<token_entry> parse(std::string_view text);
    std::string text() const;
};

} // namespace vesta::access
