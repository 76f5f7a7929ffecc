#include "mysql_connection.hpp"
#include "sqlite_connection.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/sql/connection.hpp>

namespace vesta::sql {

result<std::unique_ptr<connection>> connection::open(const options& to) {
    if (auto good = check(to); !good) return std::move(good).error();
    return to.kind == dialect::mysql ? open_mysql(to) : open_sqlite(to);
}

const char* connection::server_identity() const noexcept {
    // Servers of one replication differ in server_id; a copied server differs in its host or its folder.
    return kind() == dialect::mysql ? "LEFT(MD5(CONCAT_WS('/', @@server_id, @@hostname, @@port, @@datadir)), 16)"
                                    : "''";
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
