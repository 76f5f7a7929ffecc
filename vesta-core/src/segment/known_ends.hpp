#pragma once

#include <vesta/segment/tag_memory.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace vesta::detail {

class refill;

/// What is known of the ends of a generator's tags: from processes before this one, and for those after it. Safe to use
/// from any thread, but the saving: that is done by one at a time.
class known_ends {
  public:
    /// Remembers nothing where @p in is null.
    explicit known_ends(std::shared_ptr<tag_memory> in);

    bool remembers() const noexcept { return in_ != nullptr; }
    /// Where that is, for error texts.
    std::string where() const { return in_ ? in_->where() : std::string{}; }

    /// The end (exclusive) of what earlier processes gave out of @p tag; 0 where nobody knows.
    std::int64_t before(std::string_view tag) const noexcept;

    /// From now on what @p tag gives out is saved. It outlives this.
    void add(const refill& tag);

    /// Saves what was given out, where that is news and the last time is a second ago.
    void save_now_and_then();
    /// Saves it in any case, so that it survives a crash of the host.
    void save_for_good() { save(true); }

  private:
    void save(bool for_good);

    const std::shared_ptr<tag_memory> in_;
    const tag_memory::ends before_;
    std::mutex guard_;
    std::vector<const refill*> tags_;
    tag_memory::ends saved_; // this and the next: the saver's own
    std::chrono::steady_clock::time_point saved_at_{};
};

} // namespace vesta::detail
