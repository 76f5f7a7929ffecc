#include "key_file.hpp"

#include <openssl/crypto.h>

#include <fstream>
#include <optional>
#include <string>

namespace vesta::crypto {
namespace {

constexpr std::string_view form = "32, 48 or 64 hexadecimal digits are expected; `openssl rand -hex 32` makes some";

error unusable(const std::string& where, std::string_view why) {
    return {errc::invalid_settings, where + " " + std::string{why} + ": " + std::string{form}};
}

std::optional<std::uint8_t> digit(char character) {
    constexpr std::string_view lower = "0123456789abcdef";
    constexpr std::string_view upper = "0123456789ABCDEF";
    if (const auto at = lower.find(character); at != lower.npos) return static_cast<std::uint8_t>(at);
    if (const auto at = upper.find(character); at != upper.npos) return static_cast<std::uint8_t>(at);
    return std::nullopt;
}

} // namespace

secret_key::~secret_key() {
    OPENSSL_cleanse(bytes_.data(), bytes_.size());
}

result<secret_key> read_key(std::string_view text, const std::string& where) {
    const std::size_t digits = text.find_last_not_of(" \t\r\n") + 1;
    if (digits != 32 && digits != 48 && digits != 64) return unusable(where, "has the wrong length");
    std::vector<std::uint8_t> key;
    key.reserve(digits / 2);
    for (std::size_t i = 0; i < digits; i += 2) {
        const auto high = digit(text[i]);
        const auto low = digit(text[i + 1]);
        if (!high || !low) return unusable(where, "holds something else");
        key.push_back(static_cast<std::uint8_t>(*high << 4 | *low));
    }
    return secret_key{std::move(key)};
}

result<secret_key> read_key(const std::filesystem::path& file) {
    constexpr std::size_t longest = 100;
    const std::string where = "the key file " + file.string();
    std::ifstream in{file, std::ios::binary};
    if (!in) return unusable(where, "cannot be opened");
    std::string text(longest, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    auto key = read_key(std::string_view{text}.substr(0, static_cast<std::size_t>(in.gcount())), where);
    OPENSSL_cleanse(text.data(), text.size());
    return key;
}

} // namespace vesta::crypto
