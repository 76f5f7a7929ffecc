#include <vesta/base/background.hpp>
#include <vesta/base/fork.hpp>
#include <vesta/generate/portion_timer.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace vesta {

class portion_timer::worker {
  public:
    explicit worker(portion_timer& of) : of_{of}, thread_{background_thread([this] { run(); })} {}

    ~worker() {
        {
            const std::lock_guard guard{guard_};
            stopping_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }

    void wake() noexcept {
        // The lock: between the thread's look at `joined_` and its rest, nothing would hear the call.
        {
            const std::lock_guard guard{guard_};
        }
        changed_.notify_one();
    }

  private:
    static constexpr unsigned rounds_before_rest = 16; // a thread that wakes for each caller would cost more

    void run() {
        std::unique_lock guard{guard_};
        rest(guard);
        for (unsigned unused = 0; !stopping_;) {
            changed_.wait_for(guard, of_.period_, [this] { return stopping_; });
            unused = of_.joined_.exchange(false) ? 0 : unused + 1;
            // After the exchange: those that joined before it have this round or an earlier one.
            of_.end_round();
            if (unused == rounds_before_rest) rest(guard);
        }
    }

    /// Waits for a caller. Sequentially consistent on both sides: either it sees that this thread rests, or this thread
    /// sees that it joined.
    void rest(std::unique_lock<std::mutex>& guard) {
        of_.resting_ = true;
        changed_.wait(guard, [this] { return stopping_ || of_.joined_; });
        of_.resting_ = false;
    }

    portion_timer& of_;
    std::mutex guard_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::thread thread_; // last: it uses the members above
};

portion_timer::portion_timer(std::chrono::milliseconds period)
    : born_in_{fork_count()}, period_{period}, worker_{std::make_unique<worker>(*this)} {}

portion_timer::~portion_timer() {
    // As keeper's: a forked child has no such thread, and its mutex may be held for ever.
    if (fork_count() != born_in_) static_cast<void>(worker_.release());
}

std::uint64_t portion_timer::join() noexcept {
    // Read first: a thread that is held up behind it has a round that is over.
    const std::uint64_t present = round_.load(std::memory_order_acquire);
    if (joined_.load(std::memory_order_relaxed)) return present; // many portions in one round
    joined_ = true;
    if (resting_) worker_->wake();
    return present;
}

} // namespace vesta
