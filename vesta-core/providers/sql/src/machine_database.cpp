#include "machine_connection.hpp"

#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Data/SQLite/Connector.h>
#include <sys/socket.h>

#include <algorithm>
#include <mysql.h>

namespace vesta::sql {
namespace {

using Poco::Data::Keywords::now;

void register_connectors() {
    static const bool once = [] {
        Poco::Data::MySQL::Connector::registerConnector();
        Poco::Data::SQLite::Connector::registerConnector();
        return true;
    }();
    static_cast<void>(once);
}

int socket_of(Poco::Data::Session& session) {
    return static_cast<int>(mysql_get_socket(Poco::AnyCast<MYSQL*>(session.getProperty("handle"))));
}

} // namespace

watchdog::watchdog(std::chrono::milliseconds patience) : patience_{patience}, thread_{[this] { run(); }} {}

watchdog::~watchdog() {
    {
        const std::lock_guard guard{guard_};
        stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void watchdog::watch(int socket) {
    {
        const std::lock_guard guard{guard_};
        socket_ = socket;
        deadline_ = std::chrono::steady_clock::now() + patience_;
    }
    changed_.notify_one();
}

void watchdog::done() {
    const std::lock_guard guard{guard_};
    socket_ = -1;
}

void watchdog::run() {
    std::unique_lock guard{guard_};
    while (!stopping_) {
        if (socket_ < 0) {
            changed_.wait(guard);
        } else if (changed_.wait_until(guard, deadline_) == std::cv_status::timeout && socket_ >= 0 &&
                   std::chrono::steady_clock::now() >= deadline_) {
            ::shutdown(socket_, SHUT_RDWR);
            socket_ = -1;
        }
    }
}

machine_database::connection::connection(machine_database_options options)
    : with{std::move(options)}, watch_{with.call_timeout} {
    register_connectors();
}

machine_database::connection::supervised::supervised(connection& of) : of_{of} {
    if (!of.session_) of.open();
    if (of.with.kind == dialect::mysql) of.watch_.watch(socket_of(*of.session_));
}

machine_database::connection::supervised::~supervised() {
    of_.watch_.done();
}

std::string machine_database::connection::mysql_text() const {
    return "host=" + with.host + ";port=" + std::to_string(with.port) + ";user=" + with.user +
           ";password=" + with.password + ";db=" + with.database + ";character-set=utf8mb4";
}

void machine_database::connection::open() {
    const auto patience = std::max<std::int64_t>(1, with.call_timeout.count() / 1000);
    const auto seconds = static_cast<std::size_t>(patience);
    if (with.kind == dialect::mysql) {
        session_.emplace("MySQL", mysql_text(), seconds);
        *session_ << "SET SESSION innodb_lock_wait_timeout = 2", now;
        return;
    }
    session_.emplace("SQLite", with.file, seconds);
    *session_ << "PRAGMA busy_timeout = " + std::to_string(with.call_timeout.count()), now;
    std::string mode; // the pragma answers
    *session_ << "PRAGMA journal_mode = WAL", Poco::Data::Keywords::into(mode), now;
    *session_ << "PRAGMA synchronous = FULL", now;
}

error machine_database::connection::failed(std::string text) const {
    std::ranges::replace_if(text, [](unsigned char each) { return each < ' '; }, ' ');
    for (auto at = with.password.empty() ? std::string::npos : text.find(with.password); at != std::string::npos;
         at = text.find(with.password))
        text.replace(at, with.password.size(), "");
    const std::string where = with.kind == dialect::sqlite ? "SQLite file " + with.file
                                                           : "MySQL at " + with.host + ":" + std::to_string(with.port) +
                                                                 ", database " + with.database + ", user " + with.user;
    return {errc::store_unavailable, where + " (" + with.label + "): " + text};
}

machine_database::machine_database(machine_database_options with)
    : inside_{std::make_unique<connection>(std::move(with))} {}

machine_database::~machine_database() = default;

const machine_database_options& machine_database::options() const noexcept {
    return inside_->with;
}

const char* machine_database::now_ms() const noexcept {
    return inside_->with.kind == dialect::mysql
               ? "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)"
               : "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
}

} // namespace vesta::sql
