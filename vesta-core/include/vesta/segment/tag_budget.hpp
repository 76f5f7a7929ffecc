#pragma once

#include <atomic>
#include <cstddef>
#include <limits>

namespace vesta {

/// The memory that tags of segment generators hold, which may share it.
///
/// Tags with a row in the table get theirs without a limit: an operator made them. A name that `auto_create` would make
/// a tag gets it only within the limit.
/// Thread-safety: safe.
class tag_budget {
  public:
    /// Bytes that one tag counts as: what it measured with its places in all tables, and a little more for longer
    /// names.
    static constexpr std::size_t per_tag = 1536;

    /// @p limit in bytes.
    explicit tag_budget(std::size_t limit = std::numeric_limits<std::size_t>::max()) noexcept : limit_{limit} {}
    tag_budget(const tag_budget&) = delete;
    tag_budget& operator=(const tag_budget&) = delete;

    bool has_room() const noexcept { return used() + per_tag <= limit_; }
    std::size_t used() const noexcept { return used_.load(std::memory_order_relaxed); }
    void add_tag() noexcept { used_.fetch_add(per_tag, std::memory_order_relaxed); }
    void remove_tags(std::size_t count) noexcept { used_.fetch_sub(count * per_tag, std::memory_order_relaxed); }

  private:
    const std::size_t limit_;
    std::atomic<std::size_t> used_{0};
};

} // namespace vesta
