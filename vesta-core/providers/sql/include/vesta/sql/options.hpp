#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sql/dialect.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace vesta::sql {

/// Whether the way to a MySQL server is encrypted.
enum class tls_mode : std::uint8_t {
    off,
    required, ///< Encrypted, whoever answers.
    verified  ///< Encrypted, and the server's certificate is checked against `ca_file`, or the system's.
};

/// Where a database is, and how to get in.
struct options {
    dialect kind = dialect::sqlite;
    /// What the settings call this store: the beginning of every error text.
    std::string name = "stores.main";

    std::string file; ///< SQLite: made where it is missing, with its folder.

    // MySQL and MariaDB:
    std::string host = "127.0.0.1";
    std::uint16_t port = 3306;
    std::string database;
    std::string user;
    std::string password; ///< Never part of an error text.
    tls_mode tls = tls_mode::off;
    std::string ca_file;

    /// How long a connection may take to be made. At least a second; whole seconds.
    std::chrono::seconds connect_timeout{3};
    /// How long an answer may take before the connection is given up. At least a second; whole seconds.
    std::chrono::seconds answer_timeout{5};
    /// How long a statement waits for a row or a database that somebody else has locked; less than `answer_timeout`.
    std::chrono::seconds lock_timeout{3};
};

/// Checks @p of for what would never work. Error: `invalid_settings`.
result<void> check(const options& of);

} // namespace vesta::sql
