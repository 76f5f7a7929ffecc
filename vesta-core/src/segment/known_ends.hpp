#pragma once

#include <vesta/segment/origin_ends.hpp>
#include <vesta/segment/tag_memory.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace vesta::detail {

class refill;

/// The known ends of a generator's tags: from processes before this one, and for those after it.
///
/// Thread-safety: safe, but only one thread at a time saves.
class known_ends {
  public:
    /// Of tags whose numbers are from @p origins stores. Remembers nothing if @p in is null.
    known_ends(std::shared_ptr<tag_memory> in, std::uint32_t origins);

    bool remembers() const noexcept { return in_ != nullptr; }
    /// The place of the memory, for error texts.
    std::string where() const { return in_ ? in_->where() : std::string{}; }

    /// The ends of the numbers of @p tag that earlier processes handed out.
    origin_ends before(std::string_view tag) const;

    /// Saves the end of @p tag from now on. @p tag outlives this.
    void add(const refill& tag);

    /// Saves changed ends, at most once a second.
    void save_now_and_then();
    /// Saves all ends now, so that they survive a crash of the host.
    void save_for_good() { save(true); }

  private:
    void save(bool for_good);

    const std::shared_ptr<tag_memory> in_;
    const std::uint32_t origins_;
    const tag_memory::ends before_;
    std::mutex guard_;
    std::vector<const refill*> tags_;
    tag_memory::ends saved_; // this and the next member belong to the saving thread
    std::chrono::steady_clock::time_point saved_at_{};
};

} // namespace vesta::detail
