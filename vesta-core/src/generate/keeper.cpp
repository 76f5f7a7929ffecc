#include <vesta/base/background.hpp>
#include <vesta/base/fork.hpp>
#include <vesta/generate/keeper.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace vesta {
namespace {

// The pause after a failure; it doubles with each further one, so that a fleet does not hammer a broken store.
constexpr std::chrono::milliseconds shortest_pause{10};
constexpr std::chrono::milliseconds longest_pause{1000}; // so that a clock set forward is noticed

} // namespace

class keeper::worker {
  public:
    explicit worker(const std::vector<std::shared_ptr<reservation>>& kept)
        : kept_{kept.begin(), kept.end()}, thread_{background_thread([this] { run(); })} {}

    void stop() noexcept {
        set(stopping_);
        const std::lock_guard joining{joining_};
        if (thread_.joinable()) thread_.join();
    }

    void hurry() noexcept { set(hurried_); }

  private:
    /// A reservation and when it is tried again after a failure.
    struct kept_reservation {
        kept_reservation(std::shared_ptr<reservation> one) : of{std::move(one)} {}

        std::shared_ptr<reservation> of;
        std::chrono::milliseconds penalty{0};
        std::chrono::steady_clock::time_point not_before{};
    };

    void set(bool& flag) noexcept {
        {
            const std::lock_guard guard{guard_};
            flag = true;
        }
        changed_.notify_one();
    }

    /// Renews what is due; how long nothing else will be.
    std::chrono::milliseconds renew_due() {
        auto next = longest_pause;
        for (kept_reservation& each : kept_)
            next = std::min(next, renew(each));
        return next;
    }

    /// One that keeps failing does not delay the others.
    static std::chrono::milliseconds renew(kept_reservation& one) {
        const auto now = std::chrono::steady_clock::now();
        if (now < one.not_before) return std::chrono::ceil<std::chrono::milliseconds>(one.not_before - now);
        const bool renewed = attempt([&] { return one.of->renew(); }).has_value();
        one.penalty =
            renewed ? std::chrono::milliseconds{0} : std::clamp(2 * one.penalty, shortest_pause, longest_pause);
        one.not_before = std::chrono::steady_clock::now() + one.penalty;
        return std::max({one.of->due_in(), one.penalty, std::chrono::milliseconds{1}});
    }

    void run() {
        std::unique_lock guard{guard_};
        while (!stopping_) {
            hurried_ = false;
            guard.unlock();
            const auto pause = renew_due();
            guard.lock();
            changed_.wait_for(guard, pause, [this] { return stopping_ || hurried_; });
        }
    }

    std::vector<kept_reservation> kept_; // the worker's own
    std::mutex guard_;
    std::condition_variable changed_;
    bool hurried_ = false;
    bool stopping_ = false;
    std::mutex joining_;
    std::thread thread_; // last: it uses the members above
};

keeper::keeper(const std::vector<std::shared_ptr<reservation>>& kept)
    : born_in_{fork_count()}, worker_{std::make_unique<worker>(kept)} {}

keeper::~keeper() {
    stop();
    // A forked child has no such thread. The mutex may be held for ever, and destroying a condition variable with a
    // waiter would block. So the child leaves everything as it is.
    if (fork_count() != born_in_) static_cast<void>(worker_.release());
}

void keeper::stop() noexcept {
    if (fork_count() == born_in_) worker_->stop();
}

void keeper::hurry() noexcept {
    if (fork_count() == born_in_) worker_->hurry();
}

} // namespace vesta
