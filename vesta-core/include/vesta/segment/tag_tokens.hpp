#pragma once

#include <vesta/base/result.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// A row of TinyId's tiny_id_token: who has the token may take numbers of the tag.
struct tag_token {
    std::string token;
    std::string tag;
};

/// TinyId's tokens, read again each minute by a thread of its own. A reading that fails leaves those of the last one.
///
/// Thread-safety: safe; `may` never waits for the store.
class tag_tokens {
  public:
    /// Blocks on the store.
    using reader = std::function<result<std::vector<tag_token>>()>;

    static constexpr std::chrono::minutes usual_pause{1};
    /// After a reading that failed.
    static constexpr std::chrono::seconds pause_after_failure{1};

    /// Starts the thread and the first reading. @p every is the pause between two readings.
    explicit tag_tokens(reader read, std::chrono::milliseconds every = usual_pause);
    tag_tokens(const tag_tokens&) = delete;
    tag_tokens& operator=(const tag_tokens&) = delete;
    /// Stops the thread after its present reading.
    ~tag_tokens();

    /// Whether @p token is for @p tag. An empty one is for none.
    ///
    /// Errors: `not_ready` before the first reading, or why it failed.
    result<bool> may(std::string_view token, std::string_view tag) const;

    /// Reads them now. Blocks on the store; one call at a time.
    ///
    /// Errors: those of the reader.
    result<void> read();

    /// Waits until the first reading has ended, well or not, @p at_most so long: a server that listens before it knows
    /// any token refuses good ones.
    void await_first_reading(std::chrono::milliseconds at_most) const;

    /// Whether a reading has succeeded.
    bool was_read() const;
    /// Why the last reading failed.
    std::optional<error> trouble() const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vesta
