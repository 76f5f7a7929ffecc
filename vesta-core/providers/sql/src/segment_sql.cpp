#include "segment_sql.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta::sql {
namespace {

bool good_in_a_name(char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '_' || each == '$';
}

/// The condition for exactly this tag. A column of a server may ignore case, accents and trailing spaces, so that
/// another tag's row would match.
std::string exact_tag(dialect kind) {
    switch (kind) {
    case dialect::mysql:
        return "biz_tag = ? AND CAST(CONVERT(biz_tag USING utf8mb4) AS BINARY) = CAST(? AS BINARY)";
    case dialect::postgresql:
        return "biz_tag = ? AND CAST(biz_tag AS TEXT) COLLATE \"C\" = ?";
    case dialect::sqlite:
        break;
    }
    return "biz_tag = ?";
}

/// The column update_time as 2026-01-01 00:00:00.
const char* text_of_time(dialect kind) {
    switch (kind) {
    case dialect::mysql:
        return "CAST(update_time AS CHAR)";
    case dialect::postgresql:
        return "LEFT(CAST(update_time AS TEXT), 19)";
    case dialect::sqlite:
        break;
    }
    return "update_time";
}

/// `schema.table`, or a table of the connection's own schema.
struct named_table {
    explicit named_table(const std::string& full) : name{full.substr(full.find('.') + 1)} {
        if (name.size() < full.size()) schema = full.substr(0, full.size() - name.size() - 1);
    }
    parameter schema;
    std::string name;
};

/// The table's name if it is a view, else nothing.
result<std::vector<std::vector<cell>>> views_named(connection& in, const std::string& table) {
    const named_table of{table};
    switch (in.kind()) {
    case dialect::mysql:
        return rows(in,
                    "SELECT table_name FROM information_schema.tables WHERE table_schema = "
                    "COALESCE(?, DATABASE()) AND table_name = ? AND table_type = 'VIEW'",
                    {of.schema, of.name}, 1);
    case dialect::sqlite:
        return rows(in, "SELECT name FROM sqlite_master WHERE type = 'view' AND name = ?", {of.name}, 1);
    case dialect::postgresql:
        break;
    }
    // Neither a plain table nor one in parts.
    return rows(in, "SELECT relname FROM pg_class WHERE oid = to_regclass(?) AND relkind NOT IN ('r', 'p')",
                {quoted_table(in.kind(), table, {}).value()}, 1);
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
            return error{errc::invalid_settings, of.name + ": " + in_quotes(table) +
                                                     " is no table's name: letters, digits, _ and $, at most 64 of "
                                                     "them, and one dot behind a schema"};
        quoted += (parts == 0 ? "" : ".") + (quote + part + quote);
        at = dot + 1;
    }
    return quoted;
}

result<std::set<std::string>> columns_of(connection& in, const std::string& table) {
    const auto [schema, name] = named_table{table};
    const auto read = [&]() -> result<std::vector<std::vector<cell>>> {
        switch (in.kind()) {
        case dialect::mysql:
            return rows(in,
                        "SELECT column_name FROM information_schema.columns"
                        " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?",
                        {schema, name}, 1);
        case dialect::sqlite:
            return rows(in, "SELECT name FROM pragma_table_info(?, COALESCE(?, 'main'))", {name, schema}, 1);
        case dialect::postgresql:
            break;
        }
        // Found as the statements will find it: by the search path, where it names no schema.
        return rows(
            in, "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped",
            {quoted_table(in.kind(), table, {}).value()}, 1);
    };
    auto found = read();
    if (!found) return std::move(found).error();
    std::set<std::string> names;
    for (const auto& row : *found)
        names.insert(row.front().value_or(""));
    return names;
}

result<void> check_kind_of_table(connection& in, const std::string& table, const std::set<std::string>& columns) {
    auto views = views_named(in, table);
    if (!views) return std::move(views).error();
    std::string what;
    if (!views->empty()) what = "it is a view";
    for (const char* theirs : {"begin_id", "last_max_id", "last_fetch_time"}) // TinyId's, CosId's
        if (columns.contains(theirs)) what = std::string{"it has the column "} + theirs;
    if (what.empty()) return {};
    return error{errc::invalid_settings,
                 what +
                     ", so that it may be another program's: TinyId and CosId own the numbers up to and including "
                     "their max_id, and the next one is given twice where Leaf's rule is applied to it; make a table "
                     "of its own, and copy each row with max_id + 1 (docs/segments.md)"};
}

segment_sql::segment_sql(dialect kind, const std::string& quoted, const segment_columns& has)
    : has_masters{has.masters} {
    const bool mysql = kind == dialect::mysql;
    const std::string least = kind == dialect::sqlite ? "MIN" : "LEAST"; // of two numbers, not of rows
    const std::string largest = std::to_string(largest_number);
    const std::string limit = has.limit ? least + "(COALESCE(max_limit, " + largest + "), " + largest + ")" : largest;
    const std::string stamp = !mysql && has.updated ? ", update_time = CURRENT_TIMESTAMP" : "";

    list = std::string{"SELECT biz_tag, max_id, step, "} + (has.limit ? "max_limit" : largest) + ", " +
           (has.masters ? "delta, remainder" : "1, 0") + ", " + (has.updated ? text_of_time(kind) : "''") + " FROM " +
           quoted;
    find = list + " WHERE " + exact_tag(kind);
    advance = "UPDATE " + quoted + " SET max_id = " + (mysql ? "LAST_INSERT_ID(max_id + ?)" : "max_id + ?") + stamp +
              " WHERE " + exact_tag(kind) + " AND step = ? AND max_id >= ? AND max_id <= " + limit + " - ?" +
              (has.masters ? " AND delta = ? AND remainder = ?" : "") + (mysql ? "" : " RETURNING max_id");
    replace = "UPDATE " + quoted + " SET max_id = ?" + stamp + " WHERE " + exact_tag(kind) + " AND max_id = ?";
    create = "INSERT INTO " + quoted + " (biz_tag, max_id, step) VALUES (?, 1, ?)" +
             (mysql ? " ON DUPLICATE KEY UPDATE step = step" : " ON CONFLICT DO NOTHING");
    if (has.limit)
        raise = "UPDATE " + quoted + " SET max_limit = ?" + stamp + " WHERE " + exact_tag(kind) +
                " AND max_limit < ? AND max_id <= ?";
}

} // namespace vesta::sql
