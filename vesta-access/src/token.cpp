#include <vesta/access/token.hpp>

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cstdint>

namespace vesta::access {
namespace {

constexpr std::string_view middle = ":sha256:";
constexpr std::string_view digits = "0123456789abcdef";
constexpr std::string_view base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool is_key_character(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

std::string in_base64url(std::string_view bytes) {
    std::string text;
    std::uint32_t held = 0;
    int bits = 0;
    for (const char byte : bytes) {
        held = (held << 8) | static_cast<unsigned char>(byte);
        for (bits += 8; bits >= 6; bits -= 6)
            text.push_back(base64url[(held >> (bits - 6)) & 63]);
    }
    if (bits != 0) text.push_back(base64url[(held << (6 - bits)) & 63]);
    return text;
}

} // namespace

token_digest digest_of(std::string_view token) {
    token_digest made{};
    if (EVP_Digest(token.data(), token.size(), made.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw failure{error{errc::internal, "OpenSSL does not make a SHA-256"}};
    return made;
}

result<std::string> new_token() {
    std::string bytes(32, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size())) != 1)
        return error{errc::internal, "the system has no random bits for a token"};
    return "vst_" + in_base64url(bytes);
}

result<token_entry> token_entry::parse(std::string_view text) {
    const error wrong{
        errc::invalid_settings,
        "is not KEY:sha256:DIGEST with a digest of 64 hexadecimal digits, as `vesta token new` prints it"};
    const auto at = text.find(middle);
    if (at == 0 || at == std::string_view::npos || !std::ranges::all_of(text.substr(0, at), is_key_character))
        return wrong;
    const auto hex = text.substr(at + middle.size());
    token_entry made{.key = std::string{text.substr(0, at)}};
    if (hex.size() != 2 * made.digest.size()) return wrong;
    for (std::size_t i = 0; i < hex.size(); ++i) {
        const auto value = digits.find(hex[i]);
        if (value == std::string_view::npos) return wrong;
        made.digest[i / 2] = static_cast<unsigned char>(made.digest[i / 2] << 4 | value);
    }
    return made;
}

std::string token_entry::text() const {
    std::string hex;
    for (const unsigned char byte : digest) {
        hex.push_back(digits[byte >> 4]);
        hex.push_back(digits[byte & 15]);
    }
    return key + std::string{middle} + hex;
}

} // namespace vesta::access
