#include "segment_sql.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/sql/connection.hpp>
#include <vesta/sql/id_column.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vesta::sql {
namespace {

/// A column, and its type in the database's words.
struct typed_column {
    std::string quoted;
    std::string type;

    bool is_integer() const {
        constexpr std::array types{"tinyint", "smallint", "mediumint", "int", "integer", "bigint"};
        return std::ranges::find(types, type) != types.end();
    }
    bool is_text() const {
        constexpr std::array types{"char", "varchar", "character varying", "character", "text", "uuid"};
        return std::ranges::find(types, type) != types.end();
    }
};

/// SQLite's rule: a column declared with INT anywhere in its type holds integers.
std::string type_in_sqlite(std::string declared) {
    std::ranges::transform(declared, declared.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
    return declared.find("int") == std::string::npos ? "text" : "integer";
}

/// A name as statements write it, whatever it contains.
std::string in_quotes_of(dialect kind, const std::string& name) {
    const char quote = kind == dialect::mysql ? '`' : '"';
    std::string quoted{quote};
    for (const char c : name)
        quoted.append(c == quote ? 2 : 1, c);
    return quoted + quote;
}

/// Reads one column, by statements that it makes once.
class column_reader {
  public:
    column_reader(connection& in, const options& at, const id_column& of) : in_{in}, at_{at}, of_{of} {}

    result<void> prepare();
    result<void> read_by_id(const column_sink& to);
    result<void> read_by_key(const column_sink& to);

  private:
    error refusal(const std::string& what) const {
        return {errc::invalid_settings, at_.name + ": " + of_.table + ": " + what};
    }
    result<typed_column> find(const std::string& name);
    result<void> check_key();
    std::string time_text(const std::string& of) const;
    std::string bound(const std::string& value) const;
    parameter as_parameter(const std::string& value) const;
    const typed_column& key() const { return of_.key.empty() ? id_ : key_; }

    connection& in_;
    const options& at_;
    const id_column& of_;
    std::string table_;
    typed_column id_;
    typed_column made_;
    typed_column key_;
};

result<typed_column> column_reader::find(const std::string& name) {
    const auto types = columns_of(in_, of_.table);
    if (!types) return types.error();
    const auto found = types->find(name);
    if (found != types->end()) {
        const std::string type = in_.kind() == dialect::sqlite ? type_in_sqlite(found->second) : found->second;
        return typed_column{in_quotes_of(in_.kind(), name), type};
    }
    if (types->empty()) return refusal("there is no such table, or this user may not read it");
    std::string names;
    for (const auto& each : *types)
        names += (names.empty() ? "" : ", ") + each.first;
    return refusal("there is no column " + in_quotes(name) + "; there are " + names);
}

result<void> column_reader::prepare() {
    auto table = quoted_table(in_.kind(), of_.table, at_);
    if (!table) return std::move(table).error();
    table_ = *std::move(table);
    for (auto& [name, to] : {std::pair{&of_.id, &id_}, {&of_.made, &made_}, {&of_.key, &key_}}) {
        if (name->empty() && to != &id_) continue;
        auto found = find(*name);
        if (!found) return std::move(found).error();
        *to = *std::move(found);
    }
    return check_key();
}

result<void> column_reader::check_key() {
    if (of_.key.empty()) {
        if (id_.is_integer()) return {};
        return refusal("column " + of_.id + " is of type " + id_.type +
                       "; IDs that are no integers are read by another column, a unique one with an index: name it");
    }
    if (!key_.is_integer() && !key_.is_text())
        return refusal("column " + of_.key + " is of type " + key_.type + "; it must be of integers or of texts");
    const auto without = rows(in_, "SELECT 1 FROM " + table_ + " WHERE " + key_.quoted + " IS NULL LIMIT 1", {}, 1);
    if (!without) return without.error();
    if (without->empty()) return {};
    return refusal("column " + of_.key +
                   " is NULL in some rows, which would be left out; name one that has a value in each");
}

/// An instant as RFC 3339 writes it, or nearly; numbers as they are.
std::string column_reader::time_text(const std::string& of) const {
    if (in_.kind() == dialect::mysql) return "CAST(" + of + " AS CHAR)"; // prepared: the session is in UTC
    if (made_.type == "timestamp with time zone")
        return "to_char(" + of + R"( AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))";
    return "CAST(" + of + " AS text)";
}

/// The expression for @p value of the key in a statement. PostgreSQL compares two of one type alone. MySQL compares a
/// text with an integer as floating-point numbers, which are not exact. SQLite, whose columns may hold values of any
/// type, compares a text as one that stands in the column.
std::string column_reader::bound(const std::string& value) const {
    if (in_.kind() == dialect::postgresql) return "CAST(? AS " + key().type + ")";
    const bool is_large = in_.kind() == dialect::mysql && key().is_integer() && !read_number<std::int64_t>(value);
    return is_large ? "CAST(? AS UNSIGNED)" : "?";
}

parameter column_reader::as_parameter(const std::string& value) const {
    if (in_.kind() == dialect::postgresql || !key().is_integer()) return value;
    const auto number = read_number<std::int64_t>(value);
    return number ? parameter{*number} : parameter{value};
}

result<void> column_reader::read_by_id(const column_sink& to) {
    const std::string made = of_.made.empty() ? "''" : time_text("MIN(" + made_.quoted + ")");
    const std::string front =
        "SELECT " + id_.quoted + ", COUNT(*), " + made + " FROM " + table_ + " WHERE " + id_.quoted;
    const std::string back =
        " GROUP BY " + id_.quoted + " ORDER BY " + id_.quoted + " LIMIT " + std::to_string(of_.page);
    for (std::optional<std::string> last;;) {
        std::size_t found = 0;
        const parameters from = last ? parameters{as_parameter(*last)} : parameters{};
        const std::string where = last ? " > " + bound(*last) : " IS NOT NULL";
        auto read = in_.query(front + where + back, from, 3, [&](std::span<const cell> row) -> result<void> {
            ++found;
            last = row[0].value_or("");
            const auto times = integer(row[1], "COUNT(*)");
            if (!times) return times.error();
            return to({*last, row[2].value_or(""), static_cast<std::uint64_t>(*times)});
        });
        if (!read || found < of_.page) return read;
    }
}

/// Each page begins with the last row of the one before, so that a value that is there twice is noticed.
result<void> column_reader::read_by_key(const column_sink& to) {
    const std::string made = of_.made.empty() ? "''" : time_text(made_.quoted);
    // Not every type of a column has one in Poco.
    const std::string id = in_.kind() == dialect::mysql ? "CAST(" + id_.quoted + " AS CHAR)" : id_.quoted;
    const std::string front = "SELECT " + key_.quoted + ", " + id + ", " + made + " FROM " + table_;
    const std::string back = " ORDER BY " + key_.quoted + " LIMIT " + std::to_string(of_.page + 1);
    for (std::optional<std::string> last;;) {
        std::size_t found = 0;
        const bool is_first = !last;
        const parameters from = is_first ? parameters{} : parameters{as_parameter(*last)};
        const std::string where = is_first ? "" : " WHERE " + key_.quoted + " >= " + bound(*last);
        auto read = in_.query(front + where + back, from, 3, [&](std::span<const cell> row) -> result<void> {
            const std::string now = row[0].value_or("");
            if (++found == 1 && !is_first && now == last) return {};
            if (now == last)
                return refusal("column " + of_.key + " has " + in_quotes(now) + " twice; name a unique one");
            last = now;
            return row[1] ? to({*row[1], row[2].value_or("")}) : result<void>{};
        });
        if (!read || found <= of_.page) return read;
    }
}

} // namespace

result<void> read_ids(const options& in, const id_column& of, const column_sink& to) {
    options read_only = in;
    read_only.read_only = true;
    const auto opened = connection::open(read_only);
    if (!opened) return opened.error();
    connection& link = **opened;
    if (link.kind() == dialect::mysql)
        if (auto set = link.execute("SET SESSION time_zone = '+00:00'"); !set) return std::move(set).error();
    column_reader reader{link, in, of};
    if (auto good = reader.prepare(); !good) return good;
    return of.key.empty() ? reader.read_by_id(to) : reader.read_by_key(to);
}

} // namespace vesta::sql
