#include <vesta/net/idle_board.hpp>

#include <exception>
#include <utility>

namespace vesta::net {

bool idle_board::ask(const void* server, time_point before) noexcept {
    const std::lock_guard lock{guard_};
    idle_note* longest = nullptr;
    for (idle_note* const each : notes_) {
        if ((server != nullptr && each->server_ != server) || each->is_asked() || each->since() >= before) continue;
        before = each->since();
        longest = each;
    }
    if (longest == nullptr) return false;
    try {
        longest->is_asked_.store(true, std::memory_order_relaxed);
        longest->wake_();
        return true;
    } catch (const std::exception&) { // no memory to tell it
        longest->has_done();
        return false;
    }
}

idle_note::idle_note(idle_board& on, const void* server, std::function<void()> wake)
    : on_{on}, server_{server}, wake_{std::move(wake)} {
    const std::lock_guard lock{on_.guard_};
    on_.notes_.push_back(this);
}

void idle_note::close() noexcept {
    const std::lock_guard lock{on_.guard_};
    std::erase(on_.notes_, this);
}

idle_note::time_point idle_note::since() const noexcept {
    return time_point{time_point::duration{since_.load(std::memory_order_relaxed)}};
}

} // namespace vesta::net
