#include "sealed_text.hpp"

#include <algorithm>
#include <zlib.h>

namespace vesta::file {
namespace {

std::string checksum(std::string_view text) {
    const auto sum = ::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
    std::string hex;
    for (int shift = 28; shift >= 0; shift -= 4)
        hex += "0123456789abcdef"[(sum >> shift) & 0xf];
    return hex;
}

error damaged(const std::string& what) {
    return {errc::state_unusable, what};
}

} // namespace

std::string seal(std::string lines) {
    const auto sum = checksum(lines);
    return std::move(lines) + "crc32 " + sum + "\n";
}

result<std::string_view> check_seal(std::string_view whole) {
    const auto last = whole.rfind("crc32 ");
    if (last == std::string_view::npos) return damaged("it is cut off: the checksum line is missing");
    auto tail = whole.substr(last);
    const auto sum = take_line(tail, "crc32");
    if (!sum || !tail.empty()) return damaged("it is cut off or has bytes after its checksum line");
    if (*sum != checksum(whole.substr(0, last))) return damaged("its checksum does not match its content");
    return whole.substr(0, last);
}

result<std::string_view> open_envelope(std::string_view whole, std::string_view magic, std::string_view what) {
    if (whole.empty()) return damaged("it is empty");
    if (!whole.starts_with(magic))
        return damaged("it is not a " + std::string{what} + ": it does not begin with '" + std::string{magic} + "'");
    const auto version = take_line(whole, magic);
    if (!version) return damaged("it is cut off in its first line");
    return *version;
}

std::optional<std::string_view> take_line(std::string_view& text, std::string_view key) {
    if (!text.starts_with(key) || text.substr(key.size(), 1) != " ") return {};
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    const auto value = text.substr(key.size() + 1, end - key.size() - 1);
    text.remove_prefix(end + 1);
    return value;
}

std::string_view take_word(std::string_view& text) {
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

bool is_hexadecimal(std::string_view text, std::size_t length) {
    const auto fits = [](char each) { return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f'); };
    return text.size() == length && std::ranges::all_of(text, fits);
}

} // namespace vesta::file
