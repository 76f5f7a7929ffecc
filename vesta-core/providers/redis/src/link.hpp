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

/// Runs scripts in one Redis server, on as many connections as threads ask at a time. Safe to use from any thread.
class link {
  public:
    /// @p clock outlives it.
    link(options at, connector by, const wall_clock& clock);
    link(const link&) = delete;
    link& operator=(const link&) = delete;
    ~link();

    /// Runs @p script on @p key. Every script returns strings, and "end" after them: without it the answer was cut off,
    /// which parsers need not notice. The answer here is without it. For a moment after Redis did not answer
    /// nobody asks it, so that waiting for it does not hold up those who can do without. Errors: `store_unavailable`,
    /// `invalid_settings`.
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

/// Takes a lock for @p time, or finds that somebody has it; and releases it where @p token is still its owner's.
result<std::optional<std::string>> take_lock(link& to, const std::string& key, std::chrono::milliseconds time);
result<void> release_lock(link& to, const std::string& key, const std::string& token);

} // namespace vesta::redis
