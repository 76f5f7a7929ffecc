#pragma once

#include <vesta/catalogue/snapshot.hpp>
#include <vesta/source/id_source.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace vesta::rest {

/// Content that must be fetched or made before it can be answered. The session waits for it as for IDs: one "ID" means
/// that it is there, a refusal says why it will not be.
class page : public id_source {
  public:
    /// Appends the content, once it is there.
    virtual void write(std::string& to) const = 0;

    range_grant try_range(std::uint64_t) noexcept final { return {.why = errc::invalid_argument}; }
};

/// A text that takes too long for a serving thread: the thread of snapshots makes it.
///
/// Thread-safety: none; use from one thread at a time.
class made_text {
  public:
    explicit made_text(std::shared_ptr<snapshots> by) : by_{std::move(by)} {}

    /// One "ID" once the text is there. The first call orders @p make, or a later one while too much is ordered.
    ///
    /// Lifetime: what @p make uses outlives that thread.
    grant attempt(const std::function<std::string()>& make) {
        constexpr std::chrono::milliseconds soon{1};
        if (!made_) {
            auto making = std::make_shared<text>();
            const bool ordered = by_->order([making, make] {
                making->content = make();
                making->done.store(true, std::memory_order_release);
            });
            if (ordered) made_ = std::move(making);
        }
        if (!made_ || !made_->done.load(std::memory_order_acquire)) return {.wait = soon, .why = errc::not_ready};
        return {.made = 1};
    }

    const std::string& content() const noexcept { return made_->content; }

  private:
    struct text {
        std::string content;
        std::atomic<bool> done{false};
    };

    const std::shared_ptr<snapshots> by_;
    std::shared_ptr<text> made_;
};

} // namespace vesta::rest
