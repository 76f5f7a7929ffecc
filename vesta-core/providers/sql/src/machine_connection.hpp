#pragma once

#include <vesta/sql/machine_database.hpp>

#include <Poco/Data/Session.h>
#include <Poco/Exception.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace vesta::sql {

/// Shuts a socket down when its call takes too long: the connector has no read time-out of its own.
class watchdog {
  public:
    explicit watchdog(std::chrono::milliseconds patience);
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;
    ~watchdog();

    void watch(int socket);
    void done();

  private:
    void run();

    const std::chrono::milliseconds patience_;
    std::mutex guard_;
    std::condition_variable changed_;
    int socket_ = -1;
    std::chrono::steady_clock::time_point deadline_;
    bool stopping_ = false;
    std::thread thread_;
};

class machine_database::connection {
  public:
    explicit connection(machine_database_options with);

    /// Runs @p work on the session; any exception ends the session and becomes `store_unavailable`.
    template <class Work>
    auto run(const Work& work) -> result<std::invoke_result_t<Work, Poco::Data::Session&>> {
        const std::lock_guard guard{guard_};
        try {
            const supervised under{*this};
            return work(*session_);
        } catch (const Poco::Exception& wrong) {
            session_.reset();
            return failed(wrong.displayText());
        }
    }

    machine_database_options with;

  private:
    /// Opens the session where there is none, and has it watched.
    struct supervised {
        explicit supervised(connection& of);
        ~supervised();
        connection& of_;
    };

    void open();
    std::string mysql_text() const;
    error failed(std::string text) const;

    std::mutex guard_;
    std::optional<Poco::Data::Session> session_;
    watchdog watch_;
};

} // namespace vesta::sql
