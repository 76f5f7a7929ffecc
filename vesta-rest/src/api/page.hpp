#pragma once

#include <vesta/base/background.hpp>
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

    /// One "ID" once the text is there, or why it cannot be made. The first call orders @p make, or a later one while
    /// too much is ordered.
    ///
    /// Lifetime: what @p make uses outlives that thread.
    grant attempt(const std::function<result<std::string>()>& make) {
        constexpr std::chrono::milliseconds soon{1};
        if (!made_) {
            auto making = std::make_shared<text>();
            const bool ordered = by_->order([wanted = std::weak_ptr{making}, make] {
                const auto into = wanted.lock();
                if (!into) return; // nobody waits for it any longer, and it has not begun
                into->content = vesta::attempt([&] { return make(); });
                into->done.store(true, std::memory_order_release);
            });
            if (ordered) made_ = std::move(making);
        }
        if (!done()) return {.wait = soon, .why = errc::not_ready};
        if (!made_->content) return {.why = made_->content.error().code};
        return {.made = 1};
    }

    /// What was made, or why it was not. Call it only once it is done.
    const result<std::string>& content() const noexcept { return made_->content; }
    bool done() const noexcept { return made_ && made_->done.load(std::memory_order_acquire); }

  private:
    struct text {
        result<std::string> content{std::string{}};
        std::atomic<bool> done{false};
    };

    const std::shared_ptr<snapshots> by_;
    std::shared_ptr<text> made_;
};

/// A page that another thread makes in one piece.
class made_page : public page {
  public:
    using maker = std::function<result<std::string>()>;

    /// Lifetime: what @p make uses outlives the thread of @p by.
    made_page(std::shared_ptr<snapshots> by, maker make) : text_{std::move(by)}, make_{std::move(make)} {}

    grant try_generate(std::span<id>) noexcept override try {
        return text_.attempt(make_);
    } catch (const std::exception&) { // no memory to order it
        return {.why = errc::internal};
    }
    error explain_refusal(errc why) const override {
        if (text_.done() && !text_.content()) return text_.content().error();
        return {why, "this was not done in time: too many are asked for, or the store has not answered"};
    }
    void write(std::string& to) const final { to += *text_.content(); }

  private:
    made_text text_;
    const maker make_;
};

} // namespace vesta::rest
