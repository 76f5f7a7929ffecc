#pragma once

#include <vesta/base/result.hpp>
#include <vesta/gapless/group_memory.hpp>
#include <vesta/time/clock.hpp>

#include <cstdint>
#include <memory>
#include <optional>

namespace vesta::sql {

/// Of how many groups a database told that were durable, here or in a process before. One that tells of fewer has lost
/// some.
class known_groups {
  public:
    /// @p memory may be null.
    explicit known_groups(std::shared_ptr<group_memory> memory) : memory_{std::move(memory)} {}
    known_groups(const known_groups&) = delete;
    known_groups& operator=(const known_groups&) = delete;
    ~known_groups();

    /// Knows what the processes before knew.
    void recall();
    /// The database tells of @p groups, to a group under way. Errors: `state_unusable` where those are too few.
    result<void> see(std::int64_t groups);
    /// That group was committed: all that it saw is durable, too.
    void add() noexcept { known_ = seen_ + 1; }
    bool is_any_known() const noexcept { return known_ != 0; }
    /// Tells the memory, at most once a second. Throws nothing.
    void remember(boot_clock::time_point now) noexcept;

  private:
    void remember() noexcept;

    const std::shared_ptr<group_memory> memory_;
    std::int64_t known_ = 0;
    std::int64_t seen_ = 0;
    std::int64_t remembered_ = 0;
    std::optional<boot_clock::time_point> at_;
};

} // namespace vesta::sql
