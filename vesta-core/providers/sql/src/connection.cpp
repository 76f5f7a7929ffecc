#include "mysql_connection.hpp"
#include "postgresql_connection.hpp"
#include "sqlite_connection.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/sql/connection.hpp>

namespace vesta::sql {

result<std::unique_ptr<connection>> connection::open(const options& to) {
    if (auto good = check(to); !good) return std::move(good).error();
    switch (to.kind) {
    case dialect::mysql:
        return open_mysql(to);
    case dialect::sqlite:
        return open_sqlite(to);
    case dialect::postgresql:
        break;
    }
    return open_postgresql(to);
}

const char* connection::server_identity() const noexcept {
    switch (kind()) {
    case dialect::mysql:
        // Servers of one replication differ in server_id; a copied server differs in its host or its folder.
        return "LEFT(MD5(CONCAT_WS('/', @@server_id, @@hostname, @@port, @@datadir)), 16)";
    case dialect::sqlite:
        return "''";
    case dialect::postgresql:
        break;
    }
    // Servers of one replication have one system_identifier; each that takes over, or is restored to a point in time,
    // begins a timeline, the first eight digits of its log files. Without MD5, which some systems forbid.
    return "LEFT(ENCODE(SHA256(CONVERT_TO((SELECT system_identifier FROM pg_control_system()) || '/' || "
           "LEFT(pg_walfile_name(pg_current_wal_insert_lsn()), 8), 'UTF8')), 'hex'), 16)";
}

result<std::int64_t> integer(const cell& of, std::string_view column) {
    if (const auto number = of ? read_number<std::int64_t>(*of) : std::nullopt) return *number;
    return error{errc::state_unusable, "column " + std::string{column} + " holds " + (of ? in_quotes(*of) : "NULL") +
                                           ", and must hold a 64-bit integer"};
}

result<std::vector<std::vector<cell>>> rows(connection& of, const std::string& statement,
                                            std::initializer_list<parameter> values, std::size_t columns) {
    std::vector<std::vector<cell>> all;
    auto read = of.query(statement, std::span{values.begin(), values.size()}, columns,
                         [&](std::span<const cell> row) -> result<void> {
                             all.emplace_back(row.begin(), row.end());
                             return {};
                         });
    if (!read) return std::move(read).error();
    return all;
}

} // namespace vesta::sql
