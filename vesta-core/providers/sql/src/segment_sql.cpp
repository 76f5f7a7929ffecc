#include "segment_sql.hpp"

#include <algorithm>

namespace vesta::sql {
namespace {

bool good_in_a_name(char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '_' || each == '$';
}

/// The condition that a row is of exactly this tag. A column of MySQL may compare without regard to case, accents and
/// spaces at the end, and then the row of another tag would do.
std::string exact_tag(dialect kind) {
    if (kind == dialect::sqlite) return "biz_tag = ?";
    return "biz_tag = ? AND CAST(CONVERT(biz_tag USING utf8mb4) AS BINARY) = CAST(? AS BINARY)";
}

} // namespace

result<std::string> quoted_table(dialect kind, const std::string& table, const options& of) {
    const char quote = kind == dialect::mysql ? '`' : '"';
    std::string quoted;
    std::size_t parts = 0;
    for (std::size_t at = 0; at <= table.size(); ++parts) {
        const std::size_t dot = std::min(table.find('.', at), table.size());
        const std::string part = table.substr(at, dot - at);
        if (part.empty() || part.size() > 64 || !std::ranges::all_of(part, good_in_a_name) || parts == 2)
            return error{errc::invalid_settings, of.name + ": '" + table.substr(0, 60) +
                                                     "' is no table's name: letters, digits, _ and $, at most 64 of "
                                                     "them, and one dot behind a schema"};
        quoted += (parts == 0 ? "" : ".") + (quote + part + quote);
        at = dot + 1;
    }
    return quoted;
}

result<std::set<std::string>> columns_of(connection& in, const std::string& table) {
    const std::size_t dot = table.find('.');
    const std::string name = dot == std::string::npos ? table : table.substr(dot + 1);
    const parameter schema = dot == std::string::npos ? parameter{} : parameter{table.substr(0, dot)};
    auto found = in.kind() == dialect::mysql
                     ? rows(in,
                            "SELECT column_name FROM information_schema.columns"
                            " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?",
                            {schema, name}, 1)
                     : rows(in, "SELECT name FROM pragma_table_info(?, COALESCE(?, 'main'))", {name, schema}, 1);
    if (!found) return std::move(found).reason();
    std::set<std::string> names;
    for (const auto& row : *found)
        names.insert(row.front().value_or(""));
    return names;
}

segment_sql::segment_sql(dialect kind, const std::string& quoted, const segment_columns& has)
    : has_masters{has.masters} {
    const bool mysql = kind == dialect::mysql;
    const std::string largest = std::to_string(largest_number);
    const std::string limit =
        has.limit ? (mysql ? "LEAST" : "MIN") + ("(COALESCE(max_limit, " + largest + "), ") + largest + ")" : largest;
    const std::string stamp = !mysql && has.updated ? ", update_time = CURRENT_TIMESTAMP" : "";

    list = std::string{"SELECT biz_tag, max_id, step, "} + (has.limit ? "max_limit" : largest) + ", " +
           (has.masters ? "delta, remainder" : "1, 0") + ", " +
           (has.updated ? (mysql ? "CAST(update_time AS CHAR)" : "update_time") : "''") + " FROM " + quoted;
    find = list + " WHERE " + exact_tag(kind);
    advance = "UPDATE " + quoted + " SET max_id = " + (mysql ? "LAST_INSERT_ID(max_id + ?)" : "max_id + ?") + stamp +
              " WHERE " + exact_tag(kind) + " AND step = ? AND max_id >= ? AND max_id <= " + limit + " - ?" +
              (has.masters ? " AND delta = ? AND remainder = ?" : "") + (mysql ? "" : " RETURNING max_id");
    replace = "UPDATE " + quoted + " SET max_id = ?" + stamp + " WHERE " + exact_tag(kind) + " AND max_id = ?";
    create = "INSERT INTO " + quoted + " (biz_tag, max_id, step) VALUES (?, 1, ?)" +
             (mysql ? " ON DUPLICATE KEY UPDATE step = step" : " ON CONFLICT DO NOTHING");
}

} // namespace vesta::sql
