#include "dialect.hpp"

namespace vesta::sql {

std::string insert_if_absent(dialect kind, const std::string& rest) {
    switch (kind) {
    case dialect::mysql:
        return "INSERT IGNORE INTO " + rest;
    case dialect::sqlite:
        return "INSERT OR IGNORE INTO " + rest;
    case dialect::postgresql:
        break;
    }
    return "INSERT INTO " + rest + " ON CONFLICT DO NOTHING";
}

const char* now_ms(dialect kind) noexcept {
    switch (kind) {
    case dialect::mysql:
        return "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";
    case dialect::sqlite:
        // It counts days in a double, exact to 40 us: without a half, a cast makes one millisecond less of some.
        return "CAST((julianday('now') - 2440587.5) * 86400000 + 0.5 AS INTEGER)";
    case dialect::postgresql:
        break;
    }
    // The time after a lock was waited for, and not that of the transaction's begin.
    return "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";
}

namespace {

/// What LAST_INSERT_ID(number) was in the statement just run. Its answer brings it along, unless the table has a
/// trigger that inserts rows of its own: then it says 0, and the server must be asked.
result<std::int64_t> number_told(connection& in) {
    if (const std::int64_t told = in.last_insert_id(); told != 0) return told;
    const auto read = rows(in, "SELECT LAST_INSERT_ID()", {}, 1);
    if (!read) return read.error();
    return integer(read->at(0)[0], "LAST_INSERT_ID()");
}

} // namespace

result<std::optional<std::int64_t>> execute_telling(connection& in, const std::string& statement,
                                                    const parameters& values) {
    std::optional<std::int64_t> told;
    if (in.kind() == dialect::mysql) {
        const auto changed = in.execute(statement, values);
        if (!changed) return changed.error();
        if (*changed != 1) return told;
        auto number = number_told(in);
        if (!number) return std::move(number).error();
        return std::optional{*number};
    }
    auto read = in.query(statement, values, 1, [&](std::span<const cell> row) -> result<void> {
        const auto number = integer(row[0], "of the row that was changed");
        if (!number) return number.error();
        told = *number;
        return {};
    });
    if (!read) return std::move(read).error();
    return told;
}

} // namespace vesta::sql
