#pragma once

#include "control.hpp"

#include <vesta/sql/connection.hpp>

#include <atomic>
#include <string>

namespace vesta::testing {

/// The private MariaDB that with_servers.py started; with @p port, through a proxy in front of it.
inline sql::options mariadb_options(const std::string& port = server_setting("VESTA_TEST_MARIADB_PORT")) {
    sql::options to{.kind = sql::dialect::mysql, .name = "stores.main"};
    to.host = server_setting("VESTA_TEST_MARIADB_HOST");
    to.port = static_cast<std::uint16_t>(std::stoi(port));
    to.database = server_setting("VESTA_TEST_MARIADB_DATABASE");
    to.user = server_setting("VESTA_TEST_MARIADB_USER");
    to.password = server_setting("VESTA_TEST_MARIADB_PASSWORD");
    return to;
}

/// Runs a statement as an administrator would; throws where that fails.
inline void run_sql(const sql::options& to, const std::string& statement,
                    std::initializer_list<sql::parameter> values = {}) {
    sql::connection::open(to).value()->execute(statement, values).value();
}

/// A name that no other test of this program uses.
inline std::string fresh_name(const std::string& stem) {
    static std::atomic<int> made{0};
    return stem + "_" + std::to_string(made++);
}

} // namespace vesta::testing
