#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace vesta::cli {

/// Lets a few lines of one sort through in a second, and counts the others.
///
/// Thread-safety: safe.
class line_pace {
  public:
    using clock = std::chrono::steady_clock;
    static constexpr std::uint64_t most_in_a_second = 10;

    /// Whether a line may be written at @p now.
    bool admits(clock::time_point now);
    /// How many were not let through in the second that is over at @p now; 0 while it is not. Tells each once.
    std::uint64_t take_held_back(clock::time_point now);

  private:
    bool is_over(clock::time_point now) const noexcept { return now - since_ >= std::chrono::seconds{1}; }

    std::mutex guard_; // of what follows
    clock::time_point since_{};
    std::uint64_t admitted_ = 0;
    std::uint64_t held_back_ = 0;
};

} // namespace vesta::cli
