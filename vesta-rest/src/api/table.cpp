#include "api/table.hpp"

#include "console/page.hpp"

#include <vesta/base/number.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace vesta::rest {
namespace {

/// As the console looks.
std::string page_begin() {
    return std::string{"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<title>Leaf</title>\n<style>"}
        .append(console().style)
        .append("</style>\n</head>\n<body>\n<header><h1>Leaf</h1><a href=\"/\">Console</a></header>\n<main>\n"
                "<div class=\"scroll\"><table>\n");
}

std::string escaped(std::string_view text) {
    std::string made;
    for (const char each : text) {
        switch (each) {
        case '&':
            made += "&amp;";
            break;
        case '<':
            made += "&lt;";
            break;
        case '>':
            made += "&gt;";
            break;
        case '"':
            made += "&quot;";
            break;
        default:
            made += each;
        }
    }
    return made;
}

std::string html(const table_cell& cell) {
    if (const auto* const number = std::get_if<std::int64_t>(&cell))
        return "<td class=\"n\">" + in_groups(*number) + "</td>";
    return "<td>" + escaped(std::get<std::string>(cell)) + "</td>";
}

void write_html(const table& of, std::string& to) {
    (to += page_begin()) += "<tr>";
    for (const std::string_view each : of.columns)
        to.append("<th>").append(each) += "</th>";
    to += "</tr>\n";
    for (const table_row& row : of.rows) {
        to += "<tr>";
        for (const table_cell& each : row)
            to += html(each);
        to += "</tr>\n";
    }
    to += "</table></div>\n";
    if (!of.next.empty())
        to += "<p>There are more, after " + escaped(of.next) + "; the parameter after=NAME goes on there.</p>\n";
    to += "</main>\n</body>\n</html>\n";
}

void write_json(const table& of, std::string& to) {
    boost::json::array rows;
    for (const table_row& row : of.rows) {
        boost::json::object made;
        for (std::size_t i = 0; i < row.size(); ++i)
            std::visit([&](const auto& value) { made[boost::json::string_view{of.columns[i]}] = value; }, row[i]);
        rows.push_back(std::move(made));
    }
    boost::json::object document{{"rows", std::move(rows)}};
    if (!of.next.empty()) document["next"] = of.next;
    to += boost::json::serialize(document);
}

/// In one line: a message may quote any bytes.
std::string plain(const table_cell& cell) {
    if (const auto* const number = std::get_if<std::int64_t>(&cell)) return std::to_string(*number);
    std::string text = std::get<std::string>(cell);
    std::ranges::replace_if(text, [](unsigned char each) { return each < ' '; }, ' ');
    return text;
}

void write_text(const table& of, std::string& to) {
    for (std::size_t i = 0; i < of.columns.size(); ++i)
        to.append(i == 0 ? "" : "\t").append(of.columns[i]);
    to += '\n';
    for (const table_row& row : of.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            to.append(i == 0 ? "" : "\t").append(plain(row[i]));
        to += '\n';
    }
}

} // namespace

void write_table(const table& of, http::media form, std::string& to) {
    switch (form) {
    case http::media::html:
        return write_html(of, to);
    case http::media::json:
        return write_json(of, to);
    case http::media::text:
        return write_text(of, to);
    }
}

} // namespace vesta::rest
