#pragma once

#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

namespace vesta {

/// A reading of a whole table that another thread does; the caller looks in now and then.
///
/// Thread-safety: safe; one thread calls `finish`, once.
class table_reading {
  public:
    /// Whether the reading has ended.
    bool done() const noexcept { return done_.load(std::memory_order_acquire); }

    /// The rows that the store had after they were asked for, in byte order of their names, or why they could not be
    /// read. Call it only once it is `done`.
    const result<std::vector<tag_row>>& rows() const noexcept { return *rows_; }

    /// Ends the reading with @p rows, in any order.
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
