#include "segment_sql.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>
#include <limits>

namespace vesta::sql {
namespace {

bool good_in_a_name(char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '_' || each == '$';
}

/// An expression for the database's time in unix seconds, which CosId's last_fetch_time counts.
const char* now_seconds(dialect kind) {
    switch (kind) {
    case dialect::mysql:
        return "UNIX_TIMESTAMP()";
    case dialect::postgresql:
        return "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp())) AS BIGINT)";
    case dialect::sqlite:
        break;
    }
    return "CAST(strftime('%s', 'now') AS INTEGER)";
}

/// The condition for exactly this tag in the column @p tag. A column of a server may ignore case, accents and trailing
/// spaces, so that another tag's row would match.
std::string exact_tag(dialect kind, const std::string& tag) {
    switch (kind) {
    case dialect::mysql:
        return tag + " = ? AND CAST(CONVERT(" + tag + " USING utf8mb4) AS BINARY) = CAST(? AS BINARY)";
    case dialect::postgresql:
        return tag + " = ? AND CAST(" + tag + " AS TEXT) COLLATE \"C\" = ?";
    case dialect::sqlite:
        break;
    }
    return tag + " = ?";
}

/// What every change of a row adds. TinyId's servers write a row only if its version is the one they read.
std::string stamp_of(dialect kind, const segment_columns& has) {
    if (has.format == table_format::cosid) return std::string{", last_fetch_time = "} + now_seconds(kind);
    const bool theirs = has.format == table_format::tinyid;
    const bool by_itself = kind == dialect::mysql && !theirs; // ON UPDATE CURRENT_TIMESTAMP
    return std::string{theirs ? ", version = version + 1" : ""} +
           (has.updated && !by_itself ? ", update_time = CURRENT_TIMESTAMP" : "");
}

/// When a row changed, as 2026-01-01 00:00:00.
const char* text_of_time(dialect kind, const segment_columns& has) {
    if (!has.updated) return "''";
    const bool seconds = has.format == table_format::cosid;
    switch (kind) {
    case dialect::mysql:
        return seconds ? "CAST(FROM_UNIXTIME(last_fetch_time) AS CHAR)" : "CAST(update_time AS CHAR)";
    case dialect::postgresql:
        return seconds ? "LEFT(CAST(to_timestamp(last_fetch_time) AS TEXT), 19)"
                       : "LEFT(CAST(update_time AS TEXT), 19)";
    case dialect::sqlite:
        break;
    }
    return seconds ? "datetime(last_fetch_time, 'unixepoch')" : "update_time";
}

} // namespace

column_names names_of(table_format format) {
    switch (format) {
    case table_format::tinyid:
        return {"biz_type", "max_id"};
    case table_format::cosid:
        return {"name", "last_max_id"};
    case table_format::leaf:
        break;
    }
    return {"biz_tag", "max_id"};
}

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

segment_sql::segment_sql(dialect kind, const std::string& quoted, const segment_columns& has)
    : has_masters{has.masters}, past_max_id{has.format == table_format::leaf ? 0 : 1}, usual_step{has.step} {
    const bool mysql = kind == dialect::mysql;
    const std::string tag = names_of(has.format).tag;
    const std::string max_id = names_of(has.format).max_id;
    const std::string step = has.step ? std::to_string(*has.step) : "step";
    const std::string exact = exact_tag(kind, tag);
    const std::string least = kind == dialect::sqlite ? "MIN" : "LEAST"; // of two numbers, not of rows
    const std::string largest = std::to_string(largest_number);
    const std::string limit = has.limit ? least + "(COALESCE(max_limit, " + largest + "), " + largest + ")" : largest;
    const std::string stamp = stamp_of(kind, has);
    const std::string moved = max_id + " + ?";

    list = "SELECT " + tag + ", " + max_id + ", " + step + ", " + (has.limit ? "max_limit" : largest) + ", " +
           (has.masters ? "delta, remainder" : "1, 0") + ", " + text_of_time(kind, has) + " FROM " + quoted;
    find = list + " WHERE " + exact;
    advance = "UPDATE " + quoted + " SET " + max_id + " = " + (mysql ? "LAST_INSERT_ID(" + moved + ")" : moved) +
              stamp + " WHERE " + exact + " AND " + step + " = ? AND " + max_id + " >= ? AND " + max_id +
              " <= " + limit + " - ?" + (has.masters ? " AND delta = ? AND remainder = ?" : "") +
              (mysql ? "" : " RETURNING " + max_id);
    replace = "UPDATE " + quoted + " SET " + max_id + " = ?" + stamp + " WHERE " + exact + " AND " + max_id + " = ?";
    create = creating(kind, quoted, has);
    if (has.limit)
        raise = "UPDATE " + quoted + " SET max_limit = ?" + stamp + " WHERE " + exact + " AND max_limit < ? AND " +
                max_id + " <= ?";
}

std::string segment_sql::creating(dialect kind, const std::string& quoted, const segment_columns& has) const {
    const auto [tag, max_id] = names_of(has.format);
    std::string columns = std::string{tag} + ", " + max_id;
    std::string values = "?, " + std::to_string(1 - past_max_id);
    if (!has.step) {
        columns += ", step";
        values += ", ?";
    }
    if (has.format == table_format::cosid) {
        columns += ", last_fetch_time";
        values += std::string{", "} + now_seconds(kind);
    }
    const std::string already = kind == dialect::mysql
                                    ? " ON DUPLICATE KEY UPDATE " + std::string{max_id} + " = " + max_id
                                    : " ON CONFLICT DO NOTHING";
    return "INSERT INTO " + quoted + " (" + columns + ") VALUES (" + values + ")" + already;
}

result<tag_row> read_row(const segment_sql& sql, std::span<const cell> row) {
    constexpr std::uint32_t unsound = 0; // next_segment() refuses it and says why
    const auto max_id = integer(row[1], "max_id");
    if (!max_id) return max_id.error();
    if (*max_id > std::numeric_limits<std::int64_t>::max() - sql.past_max_id)
        return error{errc::exhausted, "max_id is " + std::to_string(*max_id) + ", and no number comes after it"};
    const auto step = integer(row[2], "step");
    if (!step) return step.error();
    tag_row made{.tag = row[0].value_or(""), .max_id = *max_id + sql.past_max_id, .step = *step};
    if (row[3]) {
        const auto limit = integer(row[3], "max_limit");
        if (!limit) return limit.error();
        made.limit = *limit;
    }
    const auto delta = integer(row[4], "delta");
    const auto remainder = integer(row[5], "remainder");
    const bool fits = delta && remainder && *delta >= 1 && *delta <= 1024 && *remainder >= 0 && *remainder < *delta;
    made.delta = fits ? static_cast<std::uint32_t>(*delta) : unsound;
    made.remainder = fits ? static_cast<std::uint32_t>(*remainder) : unsound;
    made.updated = row[6].value_or("");
    return made;
}

} // namespace vesta::sql
