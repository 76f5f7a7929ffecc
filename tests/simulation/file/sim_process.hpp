#pragma once

#include "sim_disk.hpp"

#include <functional>
#include <sched.h>
#include <semaphore>
#include <thread>
#include <utility>

namespace vesta::testing {

/// Where threads take turns, a second processor only makes each turn longer: the next thread must be woken there.
inline void stay_on_one_processor() {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    static_cast<void>(::sched_setaffinity(0, sizeof one, &one));
}

/// A process in a thread of its own that stands still before each of its calls until it is its turn: of all processes
/// and the test only one runs at a time, so that who goes on when is for the test to say.
class sim_process {
  public:
    explicit sim_process(std::function<void(const sim_disk::calls&)> life) : life_{std::move(life)} {}
    ~sim_process() { end(); }

    bool is_over() const noexcept { return over_; }

    /// Lets it make the call before which it stands, with that answer, and @p more, and go on to the next one or to its
    /// end.
    void go_on(answer how = answer::done, std::uint64_t more = 0) {
        if (over_) return;
        answer_ = how;
        more_ = more;
        turn_.release();
        back_.acquire();
    }

    /// Ends it where it stands.
    void end() {
        ending_ = true;
        go_on();
    }

  private:
    void live() {
        turn_.acquire();
        try {
            if (!ending_) life_([this](std::string_view) { return wait(); });
        } catch (const process_ended&) {
        }
        over_ = true;
        back_.release();
    }

    answer wait() {
        if (more_ > 0) {
            --more_;
            return answer::done;
        }
        back_.release();
        turn_.acquire();
        if (ending_) throw process_ended{};
        return answer_;
    }

    const std::function<void(const sim_disk::calls&)> life_;
    std::binary_semaphore turn_{0};
    std::binary_semaphore back_{0};
    answer answer_ = answer::done;
    std::uint64_t more_ = 0;
    bool ending_ = false;
    bool over_ = false;
    std::jthread thread_{[this] { live(); }}; // the last: it uses the others
};

} // namespace vesta::testing
