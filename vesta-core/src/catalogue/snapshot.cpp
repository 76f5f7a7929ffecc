#include <vesta/base/background.hpp>
#include <vesta/catalogue/snapshot.hpp>

#include <algorithm>
#include <ctime>

namespace vesta {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr std::size_t most_ordered = 16;
constexpr std::chrono::minutes interest{1}; // lasts this long after a reader asked

/// The processor time of this thread: a busy host makes nothing costlier.
nanoseconds spent() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds{now.tv_sec} + nanoseconds{now.tv_nsec};
}

} // namespace

snapshots::snapshots(snapshot_pace pace) : pace_{pace}, thread_{background_thread([this] { keep(); })} {}

snapshots::~snapshots() {
    {
        const std::lock_guard lock{guard_};
        stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

bool snapshots::order(std::function<void()> work) {
    {
        const std::lock_guard lock{guard_};
        if (ordered_.size() >= most_ordered) return false;
        ordered_.push_back(std::move(work));
    }
    changed_.notify_one();
    return true;
}

void snapshots::add(snapshot_base& one) {
    const std::lock_guard lock{members_guard_};
    members_.push_back(&one);
}

void snapshots::remove(snapshot_base& one) noexcept {
    const std::lock_guard lock{members_guard_};
    std::erase(members_, &one);
}

void snapshots::wake() noexcept {
    {
        const std::lock_guard lock{guard_};
        costly_ = true;
    }
    changed_.notify_one();
}

void snapshots::keep() noexcept {
    std::unique_lock lock{guard_};
    while (!stopping_) {
        const auto called = [this] { return stopping_ || !ordered_.empty(); };
        if (costly_) {
            changed_.wait_for(lock, pace_.oldest / 4, called);
        } else {
            changed_.wait(lock, [&] { return called() || costly_; });
        }
        if (stopping_) return;
        do_what_is_ordered(lock);
        if (!costly_) continue;
        costly_ = false; // unless it is said meanwhile
        lock.unlock();
        const bool still = refresh();
        lock.lock();
        costly_ = costly_ || still;
    }
}

void snapshots::do_what_is_ordered(std::unique_lock<std::mutex>& lock) noexcept {
    std::vector<std::function<void()>> present; // what is ordered meanwhile comes after a look at the snapshots
    present.swap(ordered_);
    for (auto& next : present) {
        if (stopping_) return;
        lock.unlock();
        static_cast<void>(attempt(next)); // the reader that ordered it sees that it was not done
        next = nullptr;
        lock.lock();
    }
}

bool snapshots::refresh() noexcept {
    const std::lock_guard lock{members_guard_};
    bool any = false;
    for (snapshot_base* const each : members_)
        any = each->keep_fresh() || any;
    return any;
}

bool snapshot_base::is_due(time_point now) const {
    const std::lock_guard lock{guard_};
    if (!made_) return true;
    if (now - made_at_ >= refresher_->pace().oldest) return true;
    return cost_ <= refresher_->pace().cheap && now >= affordable_at_;
}

void snapshot_base::see_to_it() {
    const auto now = steady_clock::now();
    bool made = false;
    {
        const std::lock_guard lock{guard_};
        asked_at_ = now;
        made = made_;
    }
    if (!is_due(now)) return;
    std::unique_lock making{making_, std::try_to_lock};
    if (!making.owns_lock()) {
        if (made) return; // another thread is at it
        making.lock();
        if (!is_due(now)) return;
    }
    make_and_note();
}

void snapshot_base::make_and_note() {
    const snapshot_pace& pace = refresher_->pace();
    const auto at = steady_clock::now();
    const auto before = spent();
    make();
    const auto cost = spent() - before;
    {
        const std::lock_guard lock{guard_};
        made_ = true;
        made_at_ = at;
        cost_ = cost;
        affordable_at_ = std::max<time_point>(affordable_at_, at - pace.oldest) + cost * pace.parts;
    }
    if (cost > pace.cheap) refresher_->wake();
}

bool snapshot_base::keep_fresh() {
    const auto now = steady_clock::now();
    {
        const std::lock_guard lock{guard_};
        if (cost_ <= refresher_->pace().cheap || now - asked_at_ > interest) return false;
        if (now - made_at_ < refresher_->pace().oldest / 2) return true;
    }
    const std::unique_lock making{making_, std::try_to_lock};
    if (making.owns_lock()) static_cast<void>(attempt([this] { make_and_note(); }));
    return true;
}

} // namespace vesta
