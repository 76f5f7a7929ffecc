#include "aside.hpp"

#include <vesta/base/background.hpp>

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <utility>

namespace vesta::file {

struct aside::state {
    std::mutex guard;
    std::condition_variable changed;
    bool busy = false;

    void run(const std::function<void()>& job) noexcept {
        static_cast<void>(attempt(job));
        {
            const std::lock_guard lock{guard};
            busy = false;
        }
        changed.notify_all();
    }
};

aside::aside() : state_{std::make_shared<state>()} {}

aside::~aside() = default;

bool aside::do_within(std::chrono::milliseconds patience, std::function<void()> job) {
    std::unique_lock lock{state_->guard};
    if (state_->busy) return false;
    try {
        background_thread([of = state_, job = std::move(job)] { of->run(job); }).detach();
    } catch (const std::system_error&) { // no thread to be had
        return false;
    }
    state_->busy = true; // the thread ends only after this: it needs the lock for that
    return state_->changed.wait_for(lock, patience, [this] { return !state_->busy; });
}

} // namespace vesta::file
