#include "top_ups.hpp"

#include <vesta/base/background.hpp>

#include <algorithm>

namespace vesta::detail {

top_ups::top_ups(work refill) : refill_{std::move(refill)}, thread_{background_thread([this] { run(); })} {}

top_ups::~top_ups() {
    {
        const std::lock_guard guard{guard_};
        stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void top_ups::order(const shard_key& key, std::uint64_t wanted) {
    {
        const std::lock_guard guard{guard_};
        std::uint64_t& most = ordered_[key];
        most = std::max(most, wanted);
    }
    changed_.notify_one();
}

void top_ups::run() {
    std::unique_lock lock{guard_};
    for (;;) {
        changed_.wait(lock, [this] { return stopping_ || !ordered_.empty(); });
        if (stopping_) return;
        const auto next = ordered_.extract(ordered_.begin());
        lock.unlock();
        static_cast<void>(attempt([&] { refill_(next.key(), next.mapped()); }));
        lock.lock();
    }
}

} // namespace vesta::detail
