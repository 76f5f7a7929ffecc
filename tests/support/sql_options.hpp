#pragma once

#include "control.hpp"

#include <vesta/sql/connection.hpp>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
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

/// Runs statements as the server's root; throws where that fails. They find the tables of @p database, if one is given.
inline void run_as_root(const std::string& statements, const std::string& database = "") {
    const std::string command =
        "mariadb --no-defaults --user=root --socket=" + server_setting("VESTA_TEST_MARIADB_SOCKET") + " " + database +
        " -e \"" + statements + "\"";
    if (std::system(command.c_str()) != 0) throw std::runtime_error{"refused to root: " + statements};
}

/// A name that no other test of this program uses.
inline std::string fresh_name(const std::string& stem) {
    static std::atomic<int> made{0};
    return stem + "_" + std::to_string(made++);
}

} // namespace vesta::testing
