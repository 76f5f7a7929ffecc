#include "segment_sql.hpp"

#include <vesta/base/number.hpp>
#include <vesta/sql/old_tables.hpp>

#include <utility>

namespace vesta::sql {
namespace {

/// Opens it so that nothing can be written.
result<std::unique_ptr<connection>> open_to_look(options at) {
    at.read_only = true;
    return connection::open(at);
}

/// What MySQL and MariaDB tell of the table and of themselves.
result<void> add_server(seen_tags& to, connection& in, const std::string& table) {
    if (in.kind() != dialect::mysql) return {};
    const auto dot = table.find('.');
    const parameter schema = dot == std::string::npos ? parameter{} : parameter{table.substr(0, dot)};
    const auto found = rows(in,
                            "SELECT engine, CAST(@@global.read_only AS CHAR) FROM information_schema.tables WHERE "
                            "table_schema = COALESCE(?, DATABASE()) AND table_name = ?",
                            {schema, table.substr(dot + 1)}, 2);
    if (!found) return found.error();
    if (found->empty()) return {};
    to.engine = found->front()[0].value_or("");
    const std::string read_only = found->front()[1].value_or("OFF");
    to.read_only = read_only != "0" && read_only != "OFF";
    return {};
}

result<seen_tags> read_all_rows(connection& in, const segment_table& where) {
    auto columns = columns_of(in, where.table);
    if (!columns) return std::move(columns).error();
    const auto has = check_columns(in, where, *columns);
    if (!has) return has.error();
    seen_tags found{.columns = *std::move(columns)};
    if (auto told = add_server(found, in, where.table); !told) return std::move(told).error();
    const auto quoted = quoted_table(in.kind(), where.table, where.database);
    const segment_sql sql{in.kind(), *quoted, *has};
    auto read = in.query(sql.list, {}, segment_sql::columns, [&](std::span<const cell> row) -> result<void> {
        seen_tag each{.tag = row[0].value_or("")};
        auto made = read_row(sql, row);
        if (made) {
            each.row = *std::move(made);
        } else {
            each.unreadable = made.error().message;
        }
        found.tags.push_back(std::move(each));
        return {};
    });
    if (!read) return std::move(read).error();
    return found;
}

/// Refuses a table in which something stands: a copy must not be taken for the original.
result<void> check_empty(connection& in, const std::string& quoted, const options& at) {
    const auto found = rows(in, "SELECT 1 FROM " + quoted + " LIMIT 1", {}, 1);
    if (!found) return found.error();
    if (found->empty()) return {};
    return error{errc::in_use, at.name + ": the table " + quoted + " is not empty; copies go into an empty one"};
}

/// The insert of a copied row: its tag, the column max_id, step, delta, remainder and, of Leaf's, max_limit.
std::string insert_of(const segment_table& to, const std::string& quoted) {
    if (to.format == table_format::tinyid)
        return "INSERT INTO " + quoted + " (biz_type, max_id, step, delta, remainder) VALUES (?, ?, ?, ?, ?)";
    return "INSERT INTO " + quoted + " (biz_tag, max_id, step, delta, remainder, max_limit) VALUES (?, ?, ?, ?, ?, ?)";
}

parameters values_of(const segment_table& to, const tag_row& row) {
    const bool tinyid = to.format == table_format::tinyid;
    parameters values{row.tag, row.max_id - (tinyid ? 1 : 0), row.step, std::int64_t{row.delta},
                      std::int64_t{row.remainder}};
    if (!tinyid) values.push_back(row.limit == largest_number ? parameter{} : parameter{row.limit});
    return values;
}

/// A table of machine IDs: its name, its columns, and the insert of one row.
struct machine_table {
    std::string name, columns, insert;
};

machine_table machine_table_of(const std::string& mode) {
    if (mode == "vesta-table")
        return {"DB_MACHINE_ID_PROVIDER", "ID BIGINT NOT NULL PRIMARY KEY, IP VARCHAR(64) DEFAULT NULL UNIQUE",
                "INSERT INTO DB_MACHINE_ID_PROVIDER (ID, IP) VALUES (?, ?)"};
    return {"leaf_workerid_alloc",
            "id BIGINT NOT NULL PRIMARY KEY, ip VARCHAR(127), port VARCHAR(127), ip_port VARCHAR(127) NOT NULL UNIQUE, "
            "max_timestamp BIGINT, create_time TIMESTAMP NULL DEFAULT NULL, update_time TIMESTAMP NULL DEFAULT NULL",
            "INSERT INTO leaf_workerid_alloc (id, ip_port, max_timestamp) VALUES (?, ?, ?)"};
}

parameters values_of(const std::string& mode, const id_assignment::entry& of) {
    parameters values{std::int64_t{of.id->value}, of.instance.empty() ? parameter{} : parameter{of.instance}};
    if (mode != "vesta-table") values.emplace_back(of.last ? of.last->time_since_epoch().count() : std::int64_t{0});
    return values;
}

} // namespace

result<seen_tags> look_at_tags(const segment_table& where) {
    const auto named = quoted_table(where.database.kind, where.table, where.database);
    if (!named) return named.error();
    const auto opened = open_to_look(where.database);
    if (!opened) return opened.error();
    auto found = read_all_rows(**opened, where);
    if (!found) found.error().message = where.database.name + ", table " + where.table + ": " + found.error().message;
    return found;
}

result<void> copy_tags(const segment_table& to, std::span<const tag_row> tags) {
    if (auto made = create_segment_table(to); !made) return made;
    const auto quoted = quoted_table(to.database.kind, to.table, to.database);
    const auto opened = connection::open(to.database);
    if (!opened) return opened.error();
    if (auto empty = check_empty(**opened, *quoted, to.database); !empty) return empty;
    return transact(**opened, [&](connection& in) -> result<void> {
        for (const tag_row& each : tags)
            if (auto added = in.execute(insert_of(to, *quoted), values_of(to, each)); !added)
                return std::move(added).error();
        return {};
    });
}

result<void> copy_assignments(const options& to, const std::string& mode,
                              std::span<const id_assignment::entry> entries) {
    const machine_table of = machine_table_of(mode);
    const auto opened = connection::open(to);
    if (!opened) return opened.error();
    connection& link = **opened;
    if (auto made = link.execute("CREATE TABLE IF NOT EXISTS " + of.name + " (" + of.columns + ")"); !made)
        return std::move(made).error();
    if (auto empty = check_empty(link, of.name, to); !empty) return empty;
    return transact(link, [&](connection& in) -> result<void> {
        for (const auto& each : entries)
            if (each.id && each.unusable.empty())
                if (auto added = in.execute(of.insert, values_of(mode, each)); !added) return std::move(added).error();
        return {};
    });
}

} // namespace vesta::sql
