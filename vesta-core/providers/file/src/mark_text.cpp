#include "mark_text.hpp"

#include <vesta/base/quote.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <zlib.h>

namespace vesta::file {
namespace {

constexpr std::string_view magic = "vesta-mark";
constexpr std::string_view version = "1";
// No layout lasts longer than the year 9999, for which the last calendar text is defined; a mark beyond it is none.
constexpr unix_ms latest{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}};

std::string checksum(std::string_view text) {
    const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (int shift = 28; shift >= 0; shift -= 4)
        hex += digits[(sum >> shift) & 0xf];
    return hex;
}

error damaged(const std::string& what) {
    return {errc::state_unusable, what};
}

/// Takes "<key> <value>\n" off the front of @p text.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view key) {
    if (!text.starts_with(key) || text.substr(key.size(), 1) != " ") return {};
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    const auto value = text.substr(key.size() + 1, end - key.size() - 1);
    text.remove_prefix(end + 1);
    return value;
}

template <class Integer>
std::optional<Integer> number(std::string_view text) {
    Integer value{};
    const char* const end = text.data() + text.size();
    const auto [stop, failed] = std::from_chars(text.data(), end, value);
    // Only the one way of writing a number that write_mark has.
    if (failed != std::errc{} || stop != end || std::to_string(value) != text) return {};
    return value;
}

bool known_method(std::string_view method) {
    return method == "any" || method == "embedded" || method == "rpc" || method == "rest" || method == "reserved";
}

result<void> check_envelope(std::string_view text) {
    if (text.empty()) return damaged("it is empty");
    if (!text.starts_with(magic))
        return damaged("it is not a mark file: it does not begin with '" + std::string{magic} + "'");
    auto rest = text;
    const auto written_by = take_line(rest, magic);
    if (!written_by) return damaged("it is cut off in its first line");
    if (*written_by != version)
        return damaged("it has format version " + in_quotes(*written_by) + "; this program reads version " +
                       std::string{version});
    const auto last = text.rfind("crc32 ");
    if (last == std::string_view::npos) return damaged("it is cut off: the checksum line is missing");
    auto tail = text.substr(last);
    const auto sum = take_line(tail, "crc32");
    if (!sum || !tail.empty()) return damaged("it is cut off or has bytes after its checksum line");
    if (*sum != checksum(text.substr(0, last))) return damaged("its checksum does not match its content");
    return {};
}

} // namespace

std::string write_mark(const mark_record& record) {
    std::string text{magic};
    text.append(" ").append(version).append("\n");
    text += "machine " + std::to_string(record.machine.value) + "\n";
    text += "method " + record.method + "\n";
    text += "mark " + std::to_string(record.mark.time_since_epoch().count()) + "\n";
    return text + "crc32 " + checksum(text) + "\n";
}

result<mark_record> read_mark(std::string_view whole) {
    if (auto checked = check_envelope(whole); !checked) return checked.reason();
    auto text = whole;
    take_line(text, magic);
    const auto machine_text = take_line(text, "machine");
    const auto method = machine_text ? take_line(text, "method") : std::nullopt;
    const auto mark_text = method ? take_line(text, "mark") : std::nullopt;
    if (!mark_text || !text.starts_with("crc32 ")) return damaged("its lines are not machine, method, mark, crc32");
    const auto machine = number<std::uint32_t>(*machine_text);
    const auto mark = number<std::int64_t>(*mark_text);
    if (!machine || !mark || *mark < 0 || !known_method(*method)) return damaged("a value in it is malformed");
    const unix_ms at{std::chrono::milliseconds{*mark}};
    if (at > latest) return damaged("its mark lies after the year 9999");
    mark_record record{{*machine}, std::string{*method}, at};
    // Two marks in one file, of which the second has the checksum, are no mark.
    if (write_mark(record) != whole) return damaged("it has more than the lines machine, method, mark, crc32");
    return record;
}

} // namespace vesta::file
