#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sql/dialect.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace vesta::sql {

/// Whether the connection to a server is encrypted.
enum class tls_mode : std::uint8_t {
    off,
    required, ///< Encrypted; the server's certificate is not checked.
    verified  ///< Encrypted; the certificate is for `host`, by an authority in `ca_file` or one of the system's.
};

/// How to reach a database, and how long it may take.
struct options {
    dialect kind = dialect::sqlite;
    /// The name of this store in the settings, at the beginning of every error text.
    std::string name = "stores.main";

    std::string file; ///< SQLite: the path of a file on a disk; made with its folder if it is missing.
    /// SQLite: the file must be there, and is not changed. MySQL and MariaDB refuse writes of the session. PostgreSQL
    /// does as its user may.
    bool read_only = false;

    // MySQL, MariaDB and PostgreSQL:
    /// PostgreSQL: several, as db1,db2:5433, are tried in this order, and the first that takes writes is used; one that
    /// begins with a slash is the folder of a unix socket.
    std::string host = "127.0.0.1";
    std::uint16_t port = 3306; ///< Of each host that names none.
    std::string database;
    std::string user;
    std::string password; ///< Never part of an error text.
    tls_mode tls = tls_mode::off;
    std::string ca_file;     ///< PEM, as the two below; with `tls_mode::verified`.
    std::string certificate; ///< The client's own, for servers that ask for one; empty: none is shown.
    std::string key;         ///< Its private key.

    /// The limit for making a connection to a server, or to each of several: 1 s or more.
    std::chrono::seconds connect_timeout{3};
    /// The limit for an answer of a server, after which the connection is closed: 1 s or more.
    std::chrono::seconds answer_timeout{5};
    /// How long a statement waits for a row, or an SQLite database, that another connection has locked. Servers: 1 s or
    /// more, and less than `answer_timeout`.
    std::chrono::seconds lock_timeout{3};
};

/// One server of PostgreSQL.
struct server_place {
    std::string host; ///< Or the folder of its unix socket.
    std::uint16_t port;
};

/// The servers that `options::host` and `options::port` name, for PostgreSQL.
///
/// Errors: `invalid_settings`.
result<std::vector<server_place>> places(const options& of);

/// Checks @p of for values that can never work.
///
/// Errors: `invalid_settings`.
result<void> check(const options& of);

} // namespace vesta::sql
