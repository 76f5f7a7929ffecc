#pragma once

#include "control.hpp"

#include <vesta/sql/connection.hpp>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace vesta::testing {

/// A private server that with_servers.py started; @p about begins the names of the variables that tell of it.
inline sql::options server_options(sql::dialect kind, const std::string& about, const std::string& port) {
    const auto told = [&](const char* what) { return server_setting((about + what).c_str()); };
    sql::options to{.kind = kind, .name = "stores.main"};
    to.host = told("_HOST");
    to.port = static_cast<std::uint16_t>(std::stoi(port));
    to.database = told("_DATABASE");
    to.user = told("_USER");
    to.password = told("_PASSWORD");
    return to;
}

/// The private MariaDB; with @p port, through a proxy in front of it.
inline sql::options mariadb_options(const std::string& port = server_setting("VESTA_TEST_MARIADB_PORT")) {
    return server_options(sql::dialect::mysql, "VESTA_TEST_MARIADB", port);
}

/// The private PostgreSQL; with @p port, through a proxy or a pool in front of it. Its user may do everything.
inline sql::options postgresql_options(const std::string& port = server_setting("VESTA_TEST_POSTGRESQL_PORT")) {
    return server_options(sql::dialect::postgresql, "VESTA_TEST_POSTGRESQL", port);
}

/// The same of the server that is called @p server, as `order` calls it: mariadb or postgresql.
inline sql::options options_of(const std::string& server) {
    return server == "mariadb" ? mariadb_options() : postgresql_options();
}

/// The private PostgreSQL through PgBouncer, whose sessions are a client's for one transaction.
inline sql::options pooled_options() {
    return postgresql_options(server_setting("VESTA_TEST_PGBOUNCER_PORT"));
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
