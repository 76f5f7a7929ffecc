#include <vesta/access/token.hpp>
#include <vesta/base/random_bits.hpp>
#include <vesta/base/sha256.hpp>

#include <algorithm>

namespace vesta::access {
namespace {

constexpr std::string_view middle = ":sha256:";
constexpr std::size_t digest_digits = 64;

bool is_key_character(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

} // namespace

std::string new_token() {
    return "vst_" + random_hex(64);
}

token_entry token_entry::of(std::string key, std::string_view token) {
    return {.key = std::move(key), .digest = sha256(token)};
}

result<token_entry> token_entry::parse(std::string_view text) {
    const auto at = text.find(middle);
    const auto key = text.substr(0, at);
    const auto digest = at == std::string_view::npos ? std::string_view{} : text.substr(at + middle.size());
    if (key.empty() || !std::ranges::all_of(key, is_key_character) || digest.size() != digest_digits ||
        digest.find_first_not_of("0123456789abcdef") != std::string_view::npos)
        return error{errc::invalid_settings,
                     "is not KEY:sha256:DIGEST with a digest of 64 hexadecimal digits, as `vesta token new` prints it"};
    return token_entry{.key = std::string{key}, .digest = std::string{digest}};
}

std::string token_entry::text() const {
    return key + std::string{middle} + digest;
}

} // namespace vesta::access
