#pragma once

#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

namespace vesta {

/// A reading of a whole table that was asked for, and is done by another thread: whoever asked looks in now and then.
/// Safe to use from any thread.
class table_reading {
  public:
    bool done() const noexcept { return done_.load(std::memory_order_acquire); }

    /// The rows as the store had them after they were asked for, in the order of their names' bytes; or why they could
    /// not be read. Only once it is `done`.
    const result<std::vector<tag_row>>& rows() const noexcept { return *rows_; }

    /// Called once, by who read: the rows in any order.
    void finish(result<std::vector<tag_row>> rows) {
        if (rows) std::ranges::sort(*rows, {}, &tag_row::tag);
        rows_.emplace(std::move(rows));
        done_.store(true, std::memory_order_release);
    }

  private:
    std::optional<result<std::vector<tag_row>>> rows_;
    std::atomic<bool> done_{false};
};

} // namespace vesta
