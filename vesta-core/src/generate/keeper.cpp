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
    explicit worker(std::vector<std::shared_ptr<reservation>> kept)
        : kept_{std::move(kept)}, thread_{[this] { run(); }} {}

    void stop() noexcept {
        if (!thread_.joinable()) return;
        set(stopping_);
        thread_.join();
    }

    void hurry() noexcept { set(hurried_); }

  private:
    void set(bool& flag) noexcept {
        {
            const std::lock_guard guard{guard_};
            flag = true;
        }
        changed_.notify_one();
    }

    std::chrono::milliseconds renew_due() {
        auto next = longest_pause;
        bool failed = false;
        for (const auto& each : kept_) {
            const bool renewed = each->renew().has_value();
            failed = failed || !renewed;
            next = std::min(next, std::max(each->due_in(), renewed ? std::chrono::milliseconds{1} : shortest_pause));
        }
        penalty_ = failed ? std::clamp(2 * penalty_, shortest_pause, longest_pause) : std::chrono::milliseconds{0};
        return std::max(next, penalty_);
    }

    void run() {
        std::unique_lock guard{guard_};
        while (!stopping_) {
            hurried_ = false;
            guard.unlock();
            const auto pause = renew_due();
            guard.lock();
            changed_.wait_for(guard, pause, [this] { return stopping_ || (hurried_ && penalty_ <= shortest_pause); });
        }
    }

    const std::vector<std::shared_ptr<reservation>> kept_;
    std::mutex guard_;
    std::condition_variable changed_;
    bool hurried_ = false;
    std::chrono::milliseconds penalty_{0}; // the worker's own
    bool stopping_ = false;
    std::thread thread_;
};

keeper::keeper(std::vector<std::shared_ptr<reservation>> kept)
    : born_in_{fork_count()}, worker_{std::make_unique<worker>(std::move(kept))} {}

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
