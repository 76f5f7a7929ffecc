#pragma once

#include <vesta/base/result.hpp>
#include <vesta/redis/connection.hpp>
#include <vesta/sharded/sharded_store.hpp>
#include <vesta/time/clock.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::redis {

/// Runs scripts in one Redis server, on as many connections as threads ask at a time.
///
/// Thread-safety: safe.
class link {
  public:
    /// @p clock outlives it.
    link(options at, connector by, const wall_clock& clock);
    link(const link&) = delete;
    link& operator=(const link&) = delete;
    ~link();

    /// Runs @p script on @p key. Every script returns strings and then "end", which is removed here: without it the
    /// answer was cut off, which parsers may not notice.
    ///
    /// For a moment after Redis did not answer, calls fail at once, so that threads that can do without Redis are not
    /// held up.
    /// Errors: `store_unavailable`, `invalid_settings`.
    result<std::vector<std::string>> run(std::string_view script, const std::string& key,
                                         const std::vector<std::string>& arguments);

    const options& at() const noexcept { return at_; }

  private:
    using client = std::unique_ptr<connection>;

    result<client> take();
    void put_back(client connection);
    error trouble(errc code, const std::string& what) const;
    error away(const error& why);
    bool resting() const noexcept;

    const options at_;
    const connector connect_;
    const wall_clock& clock_;
    std::mutex guard_;
    std::vector<client> idle_;
    std::atomic<boot_clock::rep> rests_until_{0};
};

/// "1:2" for application 1, shard 2, with @p separator for the colon.
std::string key_text(const shard_key& key, char separator);

/// Takes a lock for @p time and returns its token; nothing if it is taken. `release_lock` releases it if the token is
/// still the owner's.
result<std::optional<std::string>> take_lock(link& to, const std::string& key, std::chrono::milliseconds time);
result<void> release_lock(link& to, const std::string& key, const std::string& token);

} // namespace vesta::redis
