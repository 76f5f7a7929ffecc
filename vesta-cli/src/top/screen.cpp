#include "screen.hpp"

#include "../words/words.hpp"

#include <vesta/base/number.hpp>

#include <boost/json/array.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace vesta::cli {
namespace {

namespace json = boost::json;

enum class look : std::uint8_t { plain, head, good, bad };

struct cell {
    std::string text;
    look as = look::plain;
    bool right = false; ///< A number.
};
using row = std::vector<cell>;

bool continues(char each) {
    return (static_cast<unsigned char>(each) & 0xC0U) == 0x80U;
}

/// In characters; wide ones count one.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char each) { return !continues(each); }));
}

/// Its first @p characters.
std::string_view first(std::string_view text, std::size_t characters) {
    std::size_t bytes = 0;
    while (bytes < text.size() && (continues(text[bytes]) || characters-- > 0))
        ++bytes;
    return text.substr(0, bytes);
}

std::string_view begin_of(look as) {
    switch (as) {
    case look::head:
        return "\x1b[1m";
    case look::good:
        return "\x1b[32m";
    case look::bad:
        return "\x1b[31m";
    case look::plain:
        break;
    }
    return "";
}

std::string line_of(const row& of, const std::vector<std::size_t>& widths, const screen_style& style) {
    std::string line;
    std::size_t room = style.columns == 0 ? std::string::npos : style.columns;
    for (std::size_t i = 0; i < of.size(); ++i) {
        const bool last = i + 1 == of.size();
        std::string text = of[i].text;
        const std::string padding(widths[i] - width_of(text), ' ');
        text = of[i].right ? padding + text : last ? text : text + padding;
        if (!last) text += "  ";
        const std::string_view shown = first(text, room);
        const std::string_view begin = style.colours ? begin_of(of[i].as) : "";
        line.append(begin).append(shown).append(begin.empty() ? "" : "\x1b[0m");
        room -= room == std::string::npos ? 0 : width_of(shown);
    }
    return line;
}

void add_table(std::vector<std::string>& to, const std::vector<row>& rows, const screen_style& style) {
    if (rows.size() < 2) return; // nothing below the head
    std::vector<std::size_t> widths(rows.front().size());
    for (const row& each : rows)
        for (std::size_t i = 0; i < each.size(); ++i)
            widths[i] = std::max(widths[i], width_of(each[i].text));
    to.emplace_back();
    for (const row& each : rows)
        to.push_back(line_of(each, widths, style));
}

const json::value* find(const json::object& of, json::string_view name) {
    return of.if_contains(name);
}

std::string printable_text(const json::object& of, json::string_view name) {
    const auto* const found = find(of, name);
    return found == nullptr ? "" : printable(std::string_view{found->as_string()});
}

std::optional<double> number_of(const json::object& of, json::string_view name) {
    const auto* const found = find(of, name);
    return found == nullptr ? std::nullopt : std::optional{found->to_number<double>()};
}

cell number(std::string text) {
    return {.text = std::move(text), .right = true};
}

cell count_of(const json::object& of, json::string_view name) {
    const auto value = number_of(of, name);
    return number(value ? in_groups(std::llround(*value)) : "-");
}

/// A whole number that is a string in JSON.
cell big_of(const json::object& of, json::string_view name) {
    const auto value = read_number<std::int64_t>(printable_text(of, name));
    constexpr std::int64_t largest = std::int64_t{1} << 62U; // where there is no limit, it is above
    return number(!value ? "-" : *value > largest ? "none" : in_groups(*value));
}

cell ms_of(const json::object& of, json::string_view name) {
    const auto value = number_of(of, name);
    if (!value) return number("-");
    const std::string text = std::to_string(*value);
    return number(text.substr(0, text.find('.') + (*value < 1 ? 4 : 2)) + " ms");
}

cell days_of(const json::object& of, const char* otherwise) {
    const auto days = number_of(of, "daysLeft");
    return number(days ? lasting(*days * seconds_per_day) : otherwise);
}

cell reserved_of(const json::object& of) {
    if (const auto left = number_of(of, "reservationLeftMs")) {
        const auto tenths = std::llround(*left / ms_per_second * 10);
        return number(*left < 0 ? "none" : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s");
    }
    const auto held = count_of(of, "held");
    return number(held.text == "-" ? "-" : held.text + " numbers");
}

cell trouble_of(const json::object& of) {
    for (const char* const each : {"trouble", "clockDoubt"})
        if (auto why = printable_text(of, each); !why.empty()) return {std::move(why), look::bad};
    return {"works", look::good};
}

row generator_row(const json::object& of) {
    const std::string type = printable_text(of, "type");
    const bool ready = of.at("ready").as_bool();
    return {{printable_text(of, "name")},
            {printable_text(of, "kind") + (type.empty() ? "" : ", " + type)},
            {ready ? "ready" : printable_text(of, "whyNotReady"), ready ? look::good : look::bad},
            count_of(of, "perSecond"),
            count_of(of, "restPerSecond"),
            count_of(of, "rpcPerSecond"),
            reserved_of(of),
            days_of(of, "-"),
            trouble_of(of)};
}

row protocol_row(const json::object& of) {
    const auto& latency = of.at("latency").as_object();
    return {{printable_text(of, "name")}, count_of(of, "connections"), count_of(of, "requestsPerSecond"),
            ms_of(latency, "p50Ms"),      ms_of(latency, "p99Ms"),     count_of(of, "rejectedTotal")};
}

cell state_of_tag(const json::object& of) {
    if (of.at("exhausted").as_bool()) return {"exhausted", look::bad};
    if (auto why = printable_text(of, "trouble"); !why.empty()) return {std::move(why), look::bad};
    return {of.at("present").as_bool() ? "works" : "no row", look::good};
}

row tag_row(const json::object& of) {
    return {{printable_text(of, "tag")},
            {printable_text(of, "generator")},
            count_of(of, "perSecond"),
            count_of(of, "held"),
            big_of(of, "next"),
            big_of(of, "limit"),
            days_of(of, "-"),
            state_of_tag(of)};
}

row head_of(std::initializer_list<const char*> names, std::size_t numbers_from, std::size_t numbers_end) {
    row head;
    for (const char* const each : names)
        head.push_back({each, look::head, head.size() >= numbers_from && head.size() < numbers_end});
    return head;
}

void add_rows(std::vector<std::string>& to, row head, const json::object& view, const char* name,
              row (*make)(const json::object&), const screen_style& style) {
    std::vector<row> rows{std::move(head)};
    for (const auto& each : view.at(name).as_array())
        rows.push_back(make(each.as_object()));
    add_table(to, rows, style);
}

} // namespace

std::vector<std::string> draw(const json::object& view, const std::string& server, const std::string& trouble,
                              const screen_style& style) {
    std::vector<std::string> lines;
    const auto add_line = [&](std::string text, look as) {
        const std::size_t width = width_of(text);
        lines.push_back(line_of({{std::move(text), as}}, {width}, style));
    };
    const std::string sum =
        find(view, "perSecond") == nullptr ? "" : count_of(view, "perSecond").text + " IDs a second, ";
    if (view.empty()) {
        add_line("vesta top: " + printable(server), look::head);
    } else {
        add_line("vesta top: " + printable(server) + ", " + sum + printable_text(view, "at"), look::head);
    }
    if (!trouble.empty()) add_line(printable(trouble), look::bad);
    if (view.empty()) return lines;
    add_rows(lines,
             head_of({"GENERATOR", "KIND", "STATE", "IDS/S", "BY REST", "BY RPC", "RESERVED", "LAYOUT LASTS", "STORE"},
                     3, 8),
             view, "generators", generator_row, style);
    add_rows(lines, head_of({"SERVER", "CONNECTIONS", "REQUESTS/S", "HALF BELOW", "99 % BELOW", "REJECTED"}, 1, 6),
             view, "protocols", protocol_row, style);
    add_rows(lines, head_of({"TAG", "GENERATOR", "NUMBERS/S", "HELD", "NEXT", "LIMIT", "LASTS", "STATE"}, 2, 7), view,
             "tags", tag_row, style);
    return lines;
}

} // namespace vesta::cli
