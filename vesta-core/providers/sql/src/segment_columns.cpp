// Which columns a table of numbers has, and whether they are those of its format.
#include "segment_sql.hpp"

#include <vesta/base/quote.hpp>

namespace vesta::sql {
namespace {

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

result<table_columns> columns_of(connection& in, const std::string& table) {
    const auto [schema, name] = named_table{table};
    const auto read = [&]() -> result<std::vector<std::vector<cell>>> {
        switch (in.kind()) {
        case dialect::mysql:
            return rows(in,
                        "SELECT column_name, data_type FROM information_schema.columns"
                        " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?",
                        {schema, name}, 2);
        case dialect::sqlite:
            return rows(in, "SELECT name, type FROM pragma_table_info(?, COALESCE(?, 'main'))", {name, schema}, 2);
        case dialect::postgresql:
            break;
        }
        // Found as the statements will find it: by the search path, where it names no schema.
        return rows(in,
                    "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
                    " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped",
                    {quoted_table(in.kind(), table, {}).value()}, 2);
    };
    auto found = read();
    if (!found) return std::move(found).error();
    table_columns all;
    for (const auto& row : *found)
        all.try_emplace(row[0].value_or(""), row[1].value_or(""));
    return all;
}

namespace {

/// Checks that a table of Leaf's format can be Leaf's, whose max_id is an exclusive end.
result<void> check_not_inclusive(const table_columns& columns) {
    for (const char* theirs : {"begin_id", "last_max_id", "last_fetch_time"}) // TinyId's, CosId's
        if (columns.contains(theirs))
            return error{errc::invalid_settings,
                         std::string{"it has the column "} + theirs +
                             ", so that it may be another program's: TinyId and CosId own the numbers up to and "
                             "including their max_id, and the next one is given twice where Leaf's rule is applied to "
                             "it; give TinyId's tiny_id_info the setting format: tinyid and CosId's table format: "
                             "cosid, or make a table of its own, and copy each row with max_id + 1 "
                             "(docs/segments.md)"};
    return {};
}

result<void> check_no_view(connection& in, const segment_table& where) {
    const auto views = views_named(in, where.table);
    if (!views) return views.error();
    if (views->empty()) return {};
    return error{errc::invalid_settings,
                 "it is a view, so that its max_id may be another program's: TinyId and CosId own the numbers up to "
                 "and including it, and the next one is given twice where Leaf's rule is applied to it; name TinyId's "
                 "own table with format: tinyid or CosId's with format: cosid, or make a table, and copy each row with "
                 "max_id + 1 (docs/segments.md)"};
}

/// The columns that a table of @p format must have.
std::vector<std::string> columns_needed(table_format format) {
    const auto [tag, max_id] = names_of(format);
    std::vector<std::string> needed{tag, max_id};
    if (format == table_format::cosid) {
        needed.emplace_back("last_fetch_time");
        return needed;
    }
    needed.emplace_back("step");
    if (format == table_format::tinyid) needed.insert(needed.end(), {"delta", "remainder", "version"});
    return needed;
}

/// With what a table that lacks a column of @p format is to be compared.
const char* compared_with(table_format format) {
    switch (format) {
    case table_format::tinyid:
        return "the one of TinyId, or leave format: tinyid out";
    case table_format::cosid:
        return "the one of CosId, or leave format: cosid out";
    case table_format::leaf:
        break;
    }
    return "the documented one";
}

} // namespace

result<segment_columns> check_columns(connection& in, const segment_table& where, const table_columns& columns) {
    if (auto plain = check_no_view(in, where); !plain) return std::move(plain).error();
    if (where.format == table_format::leaf)
        if (auto ours = check_not_inclusive(columns); !ours) return std::move(ours).error();
    if (columns.empty())
        return error{errc::invalid_settings, "database " + where.database.database +
                                                 " has no such table, or this user may not see it; create it, or "
                                                 "correct the table's name"};
    for (const std::string& each : columns_needed(where.format))
        if (!columns.contains(each))
            return error{errc::invalid_settings,
                         "the table has no column " + each + "; compare it with " + compared_with(where.format)};
    const bool theirs = where.format == table_format::cosid;
    return segment_columns{.format = where.format,
                           .step = columns.contains("step") ? std::optional<std::int64_t>{} : where.step,
                           .limit = columns.contains("max_limit"),
                           .masters = columns.contains("delta") && columns.contains("remainder"),
                           .updated = columns.contains(theirs ? "last_fetch_time" : "update_time")};
}

} // namespace vesta::sql
