#pragma once

#include <vesta/base/result.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace vesta::access {

/// The SHA-256 of a token. A server keeps nothing else of it.
using token_digest = std::array<unsigned char, 32>;

token_digest digest_of(std::string_view token);

/// A new token: `vst_` and 256 random bits in base64url (RFC 4648, 5), 47 characters. From the system's generator of
/// secrets. Errors: `internal` where that has nothing to give.
result<std::string> new_token();

/// A token as the access file has it: `KEY:sha256:DIGEST`, the digest in 64 hexadecimal digits. The key is a name for
/// people: which token of a principal is meant when one is to go.
struct token_entry {
    std::string key;
    token_digest digest{};

    /// Errors: `invalid_settings`, without quoting @p text, which may be a token put there by mistake.
    static result<token_entry> parse(std::string_view text);
    std::string text() const;
};

} // namespace vesta::access
