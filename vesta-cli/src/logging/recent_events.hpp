#pragma once

#include <vesta/base/log.hpp>
#include <vesta/time/instant.hpp>

#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

namespace vesta::cli {

/// What the log told lately of the program's state, for operators who look at the console.
///
/// Thread-safety: safe.
class recent_events {
  public:
    static constexpr std::size_t most = 200;

    /// Notes it as of now. @p event and @p generator are as in the log's lines; empty: none.
    void note(severity how_bad, std::string_view message, std::string_view event = {}, std::string_view generator = {});

    /// {"events":[{"at":...,"level":"warning","message":...,"event":...,"generator":...}]}, the latest first.
    std::string json() const;

  private:
    mutable std::mutex guard_;
    std::deque<std::string> all_; // each as JSON, the latest first
};

} // namespace vesta::cli
