#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sql/dialect.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace vesta::sql {

/// Whether the connection to a MySQL server is encrypted.
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

    // MySQL and MariaDB:
    std::string host = "127.0.0.1";
    std::uint16_t port = 3306;
    std::string database;
    std::string user;
    std::string password; ///< Never part of an error text.
    tls_mode tls = tls_mode::off;
    std::string ca_file;     ///< PEM, as the two below; with `tls_mode::verified`.
    std::string certificate; ///< The client's own, for servers that ask for one; empty: none is shown.
    std::string key;         ///< Its private key.

    /// The limit for making a connection to MySQL: 1 s or more.
    std::chrono::seconds connect_timeout{3};
    /// The limit for an answer of MySQL, after which the connection is closed: 1 s or more.
    std::chrono::seconds answer_timeout{5};
    /// How long a statement waits for a row, or an SQLite database, that another connection has locked. MySQL: 1 s or
    /// more, and less than `answer_timeout`.
    std::chrono::seconds lock_timeout{3};
};

/// Checks @p of for values that can never work.
///
/// Errors: `invalid_settings`.
result<void> check(const options& of);

} // namespace vesta::sql
