#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sql/dialect.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace vesta::sql {

/// Where the database is, and who we are there.
struct machine_database_options {
    dialect kind = dialect::sqlite;
    std::string label; ///< For error texts: "stores.main".
    std::string file;  ///< sqlite
    std::string host = "127.0.0.1";
    std::uint16_t port = 3306;
    std::string database;
    std::string user;
    std::string password; ///< Never in a text of ours.
    /// A statement that was not answered by then has failed, done or not.
    std::chrono::milliseconds call_timeout{3000};
};

/// One connection, made anew after every failure, with a deadline on every call. One call at a time; safe to use from
/// any thread.
class machine_database {
  public:
    explicit machine_database(machine_database_options with);
    machine_database(const machine_database&) = delete;
    machine_database& operator=(const machine_database&) = delete;
    ~machine_database();

    const machine_database_options& options() const noexcept;

    /// An SQL expression: now by the database's clock, in unix milliseconds, whatever its time zone.
    const char* now_ms() const noexcept;

    class connection; // in src: what a statement is run on
    connection& inside() noexcept { return *inside_; }

  private:
    const std::unique_ptr<connection> inside_;
};

} // namespace vesta::sql
