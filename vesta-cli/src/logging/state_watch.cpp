#include "state_watch.hpp"

#include <vesta/base/background.hpp>

#include <algorithm>

namespace vesta::cli {
namespace {

using clock = change_log::clock;

constexpr std::chrono::seconds between_looks{1};
constexpr int parts = 20; // looks take at most one of so many of the time

} // namespace

state_watch::state_watch(const catalogue& of, std::function<limit_counts()> counts, change_log::listener tell)
    : of_{of}, counts_{std::move(counts)}, tell_{std::move(tell)}, thread_{background_thread([this] { watch(); })} {}

state_watch::~state_watch() {
    {
        const std::lock_guard lock{guard_};
        ending_ = true;
    }
    ended_.notify_one();
    thread_.join();
}

void state_watch::watch() {
    std::unique_lock lock{guard_};
    while (!ending_) {
        lock.unlock();
        const auto began = clock::now();
        static_cast<void>(attempt([this] { look(); })); // without memory the next look may tell
        const auto took = clock::now() - began;
        lock.lock();
        ended_.wait_for(lock, std::max<clock::duration>(between_looks, took * parts), [this] { return ending_; });
    }
}

void state_watch::look() {
    const auto now = clock::now();
    const auto generators = of_.status();
    auto seen = conditions_of(generators);
    std::ranges::move(limits_.look(counts_(), now), std::back_inserter(seen));
    changes_.look(seen, now, tell_);
}

} // namespace vesta::cli
