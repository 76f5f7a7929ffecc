#include "lease_text.hpp"

#include <vesta/base/number.hpp>

#include <cstdint>
#include <optional>

namespace vesta::zookeeper {
namespace {

constexpr std::string_view title = "vesta-lease ";
constexpr std::chrono::hours longest_lead{48};
// Later than any layout lasts; a mark beyond it is no mark.
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
    const auto value = read_number<std::int64_t>(text);
    if (!value || *value < 0) return {};
    return std::chrono::milliseconds{*value};
}

/// The number in a text that `made_name` wrote; 0 for any other text.
std::uint32_t made_of(std::string_view text) {
    const auto made = read_number<std::uint32_t>(text, 16);
    return made && made_name(*made) == text ? *made : 0;
}

/// Takes the first line off @p text and returns its format.
result<int> take_format(std::string_view& text) {
    const auto format = take_line(text, title);
    if (format == "1") return 1;
    if (format == "2") return 2;
    if (format && !format->empty() && format->find_first_not_of("0123456789") == std::string_view::npos)
        return damaged("its format is " + std::string{*format} + ": a newer program wrote it, and must be used for it");
    return damaged("it does not begin with 'vesta-lease 2' or 'vesta-lease 1'");
}

/// Reads the lines that format 2 has after those of format 1.
result<void> read_more(std::string_view text, lease_record& into) {
    const auto lead_text = take_line(text, "lead-ms ");
    const auto given = take_line(text, "given ");
    const auto reign = take_line(text, "reign ");
    const auto made = take_line(text, "made ");
    if (!lead_text || !given || !reign || !made)
        return damaged("its lines are not instance, token, mark, lease-ms, lead-ms, given, reign, made, uses");
    const auto lead = milliseconds_of(*lead_text);
    if (!lead || *lead > longest_lead) return damaged("its lead-ms is not from 0 to 48 h");
    if (*given != "yes" && *given != "no") return damaged("its given is neither yes nor no");
    into.reign = *reign;
    into.made = made_of(*made);
    if (into.made == 0) return damaged("its made is not 8 hexadecimal digits");
    auto history = mark_history::parse(text);
    if (!history) return std::move(history).error();
    into.lead = *lead;
    into.given = *given == "yes";
    into.history = *std::move(history);
    return {};
}

} // namespace

std::string made_name(std::uint32_t made) {
    std::string digits;
    for (int shift = 28; shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[made >> shift & 0xf];
    return digits;
}

std::string write_lease(const lease_record& of) {
    std::string text = std::string{title} + "2\n";
    text += "instance " + of.instance + "\n";
    text += "token " + of.token + "\n";
    text += "mark " + std::to_string(of.mark.time_since_epoch().count()) + "\n";
    text += "lease-ms " + std::to_string(of.lease.count()) + "\n";
    text += "lead-ms " + std::to_string(of.lead.count()) + "\n";
    text += std::string{"given "} + (of.given ? "yes" : "no") + "\n";
    text += "reign " + of.reign + "\n";
    text += "made " + made_name(of.made) + "\n";
    return text + of.history.text();
}

result<lease_record> read_lease(std::string_view text) {
    auto format = take_format(text);
    if (!format) return std::move(format).error();
    const auto instance = take_line(text, "instance ");
    const auto token = take_line(text, "token ");
    const auto mark_text = take_line(text, "mark ");
    const auto lease_text = take_line(text, "lease-ms ");
    if (!instance || !token || !mark_text || !lease_text || (*format == 1 && !text.empty()))
        return damaged("its lines are not instance, token, mark, lease-ms");
    const auto mark = milliseconds_of(*mark_text);
    const auto lease = milliseconds_of(*lease_text);
    if (!mark || !lease) return damaged("a number in it is malformed");
    if (unix_ms{*mark} > latest) return damaged("its mark lies after the year 9999");
    lease_record record{std::string{*instance}, std::string{*token}, unix_ms{*mark}, *lease};
    if (*format == 1) return record;
    if (auto more = read_more(text, record); !more) return std::move(more).error();
    return record;
}

} // namespace vesta::zookeeper
