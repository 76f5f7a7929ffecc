#pragma once

#include "request.hpp"

#include <vesta/base/result.hpp>
#include <vesta/id/id.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>

namespace vesta::rpc::detail {

/// A caller that waits for IDs.
class waiter {
  public:
    waiter(std::span<id> out, time_point until) noexcept : missing{out}, deadline{until} {}
    waiter(const waiter&) = delete;
    waiter& operator=(const waiter&) = delete;
    virtual ~waiter() = default;

    /// Called once, in the client's thread: all IDs are there, or no more will come. The waiter may be gone afterwards.
    virtual void over(result<void> how) = 0;

    std::span<id> missing;
    const time_point deadline;
};

/// A waiter that sleeps. Lives on the caller's stack.
class sleeping_waiter final : public waiter {
  public:
    using waiter::waiter;

    void over(result<void> how) override {
        const std::lock_guard lock{guard_};
        how_ = std::move(how);
        changed_.notify_one(); // under the lock: the caller destroys this as soon as it has it
    }

    result<void> sleep() {
        std::unique_lock lock{guard_};
        changed_.wait(lock, [this] { return how_.has_value(); });
        return std::move(*how_);
    }

  private:
    std::mutex guard_;
    std::condition_variable changed_;
    std::optional<result<void>> how_;
};

/// A waiter that is called back. Lives until then.
class calling_waiter final : public waiter {
  public:
    calling_waiter(std::span<id> out, time_point until, std::function<void(result<void>)> done)
        : waiter{out, until}, done_{std::move(done)} {}

    void over(result<void> how) override {
        const auto done = std::move(done_);
        delete this;
        done(std::move(how));
    }

  private:
    std::function<void(result<void>)> done_;
};

} // namespace vesta::rpc::detail
