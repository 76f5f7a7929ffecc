#include "mysql_connection.hpp"

#include "mysql_error.hpp"
#include "mysql_statement.hpp"

#include <Poco/Data/MySQL/SessionHandle.h>
#include <Poco/Exception.h>

#include <algorithm>
#include <errmsg.h>
#include <map>
#include <mutex>
#include <mysql.h>

namespace vesta::sql {
namespace {

using Poco::Data::MySQL::SessionHandle;

void start_client_library() {
    // Not thread-safe by itself if two threads connect first at the same time.
    static std::once_flag started;
    std::call_once(started, [] { ::mysql_library_init(0, nullptr, nullptr); });
}

/// Poco's session for MySQL without its parser of connection strings, which cannot carry a semicolon in a password, ask
/// for TLS, or set time-outs early enough (docs/decisions/0008-mysql-sessions.md).
class mysql_connection final : public connection {
  public:
    explicit mysql_connection(const options& to) : to_{to}, session_{nullptr} {}

    result<void> connect();

    dialect kind() const noexcept override { return dialect::mysql; }
    result<std::uint64_t> execute(const std::string& statement, std::span<const parameter> values) override;
    result<void> query(const std::string& statement, std::span<const parameter> values, std::size_t columns,
                       const row_sink& each) override;
    std::int64_t last_insert_id() noexcept override { return static_cast<std::int64_t>(::mysql_insert_id(session_)); }
    result<void> begin() override { return command("START TRANSACTION"); }
    result<void> commit() override { return command("COMMIT"); }
    void rollback() noexcept override;
    bool answers() noexcept override { return !broken_ && session_.ping(); }
    bool broken() const noexcept override { return broken_; }

  private:
    void set_options();
    mysql_statement& prepared(const std::string& text);
    /// Runs a command outside prepared statements.
    result<void> command(const std::string& text);
    error failed(unsigned code, const std::string& text);

    const options to_;
    SessionHandle session_;
    std::map<std::string, mysql_statement> statements_; // destroyed before their session
    bool broken_ = false;
};

void mysql_connection::set_options() {
    session_.options(MYSQL_SET_CHARSET_NAME, "utf8mb4");
    session_.options(MYSQL_OPT_PROTOCOL, static_cast<unsigned>(MYSQL_PROTOCOL_TCP));
    session_.options(MYSQL_OPT_CONNECT_TIMEOUT, static_cast<unsigned>(to_.connect_timeout.count()));
    session_.options(MYSQL_OPT_READ_TIMEOUT, static_cast<unsigned>(to_.answer_timeout.count()));
    session_.options(MYSQL_OPT_WRITE_TIMEOUT, static_cast<unsigned>(to_.answer_timeout.count()));
    session_.options(MYSQL_OPT_RECONNECT, false);
    if (to_.tls == tls_mode::off) return;
    session_.options(MYSQL_OPT_SSL_ENFORCE, true);
    session_.options(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, to_.tls == tls_mode::verified);
    if (!to_.ca_file.empty()) session_.options(MYSQL_OPT_SSL_CA, to_.ca_file.c_str());
    if (to_.certificate.empty()) return;
    session_.options(MYSQL_OPT_SSL_CERT, to_.certificate.c_str());
    session_.options(MYSQL_OPT_SSL_KEY, to_.key.c_str());
}

result<void> mysql_connection::connect() {
    try {
        set_options();
        session_.connect(to_.host.c_str(), to_.user.c_str(), to_.password.c_str(), to_.database.c_str(), to_.port);
    } catch (const Poco::Exception& why) {
        const unsigned code = ::mysql_errno(session_);
        return failed(code, code != 0 ? ::mysql_error(session_) : why.displayText());
    }
    // The client library sometimes connects without TLS although it was asked for.
    if (to_.tls != tls_mode::off && ::mysql_get_ssl_cipher(session_) == nullptr)
        return failed(CR_SSL_CONNECTION_ERROR, "the server does not offer TLS");
    if (to_.read_only)
        if (auto bound = command("SET SESSION TRANSACTION READ ONLY"); !bound) return bound;
    // Strict: a name that is too long is refused, not truncated.
    return command("SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', autocommit = 1, "
                   "innodb_lock_wait_timeout = " +
                   std::to_string(to_.lock_timeout.count()));
}

error mysql_connection::failed(unsigned code, const std::string& text) {
    broken_ = broken_ || ends_connection(code);
    return mysql_error(code, text, to_);
}

mysql_statement& mysql_connection::prepared(const std::string& text) {
    const auto found = statements_.find(text);
    if (found != statements_.end()) return found->second;
    return statements_.try_emplace(text, static_cast<MYSQL*>(session_), text).first->second;
}

result<std::uint64_t> mysql_connection::execute(const std::string& statement, std::span<const parameter> values) {
    try {
        return prepared(statement).execute(values);
    } catch (const mysql_failure& why) {
        return failed(why.code, why.text);
    }
}

result<void> mysql_connection::query(const std::string& statement, std::span<const parameter> values,
                                     std::size_t columns, const row_sink& each) {
    try {
        mysql_statement& run = prepared(statement);
        run.execute(values);
        std::vector<cell> row;
        result<void> done;
        while (done && run.fetch(row, columns))
            done = each(row);
        run.finish();
        return done;
    } catch (const mysql_failure& why) {
        return failed(why.code, why.text);
    }
}

result<void> mysql_connection::command(const std::string& text) {
    if (::mysql_real_query(session_, text.data(), text.size()) == 0) return {};
    return failed(::mysql_errno(session_), ::mysql_error(session_));
}

void mysql_connection::rollback() noexcept {
    // A connection in an unknown state is not used again.
    if (::mysql_real_query(session_, "ROLLBACK", 8) != 0) broken_ = true;
}

} // namespace

result<std::unique_ptr<connection>> open_mysql(const options& to) {
    start_client_library();
    auto made = std::make_unique<mysql_connection>(to);
    if (auto connected = made->connect(); !connected) return std::move(connected).error();
    return std::unique_ptr<connection>{std::move(made)};
}

} // namespace vesta::sql
