#include "lease_text.hpp"

#include <charconv>
#include <cstdint>
#include <optional>

namespace vesta::zookeeper {
namespace {

constexpr std::string_view first_line = "vesta-lease 1\n";
// Later than any layout can tell; a mark beyond it is not a mark.
constexpr unix_ms latest{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}};

error damaged(const std::string& what) {
    return {errc::state_unusable, what};
}

std::optional<std::string_view> take_line(std::string_view& text, std::string_view key) {
    if (!text.starts_with(key)) return {};
    const auto end = text.find('\n');
    if (end == std::string_view::npos || end < key.size()) return {};
    const auto value = text.substr(key.size(), end - key.size());
    text.remove_prefix(end + 1);
    return value;
}

std::optional<std::chrono::milliseconds> milliseconds_of(std::string_view text) {
    std::int64_t value{};
    const char* const end = text.data() + text.size();
    const auto [stop, failed] = std::from_chars(text.data(), end, value);
    if (failed != std::errc{} || stop != end || value < 0) return {};
    return std::chrono::milliseconds{value};
}

} // namespace

std::string write_lease(const lease_record& of) {
    std::string text{first_line};
    text += "instance " + of.instance + "\n";
    text += "token " + of.token + "\n";
    text += "mark " + std::to_string(of.mark.time_since_epoch().count()) + "\n";
    return text + "lease-ms " + std::to_string(of.lease.count()) + "\n";
}

result<lease_record> read_lease(std::string_view text) {
    if (!text.starts_with(first_line)) return damaged("it does not begin with 'vesta-lease 1'");
    text.remove_prefix(first_line.size());
    const auto instance = take_line(text, "instance ");
    const auto token = take_line(text, "token ");
    const auto mark_text = take_line(text, "mark ");
    const auto lease_text = take_line(text, "lease-ms ");
    if (!instance || !token || !mark_text || !lease_text || !text.empty())
        return damaged("its lines are not instance, token, mark, lease-ms");
    const auto mark = milliseconds_of(*mark_text);
    const auto lease = milliseconds_of(*lease_text);
    if (!mark || !lease) return damaged("a number in it is malformed");
    if (unix_ms{*mark} > latest) return damaged("its mark lies after the year 9999");
    return lease_record{std::string{*instance}, std::string{*token}, unix_ms{*mark}, *lease};
}

} // namespace vesta::zookeeper
