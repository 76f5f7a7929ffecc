#include "open_periods.hpp"

#include <vesta/base/background.hpp>

#include <algorithm>

namespace vesta::detail {

open_periods::~open_periods() {
    if (!closer_.joinable()) return;
    if (fork_count() != born_in_)
        closer_.detach(); // a forked child has not the thread
    else
        closer_.join();
}

result<std::shared_ptr<segment_generator>> open_periods::open(const std::string& period) {
    if (fork_count() != born_in_)
        return error{errc::forked, "this process was forked; open a generator after the fork"};
    const std::lock_guard lock{guard_};
    if (is_closed_) return error{errc::closed, "the generator was closed"};
    const auto found = std::ranges::find(open_, period, &entry::period);
    if (found != open_.end()) {
        std::rotate(found, found + 1, open_.end());
        return open_.back().numbers;
    }
    const auto made = attempt([&] { return result<std::shared_ptr<segment_generator>>{make_(period)}; });
    if (!made) return made; // no memory, or no threads
    const auto is_as_long = [&](const entry& each) { return each.period.size() == period.size(); };
    if (static_cast<std::size_t>(std::ranges::count_if(open_, is_as_long)) >= most) {
        const auto oldest = std::ranges::find_if(open_, is_as_long);
        let_go(std::move(*oldest));
        open_.erase(oldest);
    }
    open_.push_back({period, *made});
    return made;
}

std::shared_ptr<segment_generator> open_periods::find(const std::string& period) const {
    const std::lock_guard lock{guard_};
    const auto found = std::ranges::find(open_, period, &entry::period);
    return found == open_.end() ? nullptr : found->numbers;
}

/// Leaves it to a thread, since closing waits for the store. With the lock held.
void open_periods::let_go(entry of) {
    leaving_.push_back(std::move(of));
    if (closes_) return;
    if (closer_.joinable()) closer_.join(); // it is past its last use of the lock
    closes_ = attempt([this] { closer_ = background_thread([this] { close_leaving(); }); }).has_value(); // or next time
}

void open_periods::close_leaving() {
    std::unique_lock lock{guard_};
    while (!leaving_.empty()) {
        entry each = leaving_.back();
        lock.unlock();
        each.numbers->close();
        const segment_counts last = each.numbers->status().counts;
        lock.lock();
        std::erase_if(leaving_, [&](const entry& other) { return other.numbers == each.numbers; });
        ended_ += last;
        lock.unlock();
        each = {}; // its threads end
        lock.lock();
    }
    closes_ = false;
}

void open_periods::add_to(segment_status& sum) const {
    const std::lock_guard lock{guard_};
    sum.counts += ended_;
    for (const entries* const some : {&open_, &leaving_}) {
        for (const entry& each : *some) {
            const segment_status now = each.numbers->status();
            sum.counts += now.counts;
            sum.tags += now.tags;
            sum.exhausted += now.exhausted;
            if (!sum.trouble) sum.trouble = now.trouble;
        }
    }
}

void open_periods::close() {
    if (fork_count() != born_in_) return;
    entries all;
    {
        const std::lock_guard lock{guard_};
        is_closed_ = true;
        all = open_;
    }
    for (const entry& each : all)
        each.numbers->close();
}

} // namespace vesta::detail
