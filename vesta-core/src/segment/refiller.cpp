#include "refiller.hpp"

#include <vesta/base/background.hpp>
#include <vesta/base/random_bits.hpp>

#include <algorithm>
#include <utility>

namespace vesta::detail {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

void job_list::push_back(refill_job& job) noexcept {
    job.before_ = last_;
    job.after_ = nullptr;
    (last_ != nullptr ? last_->after_ : first_) = &job;
    last_ = &job;
}

void job_list::push_front(refill_job& job) noexcept {
    job.before_ = nullptr;
    job.after_ = first_;
    (first_ != nullptr ? first_->before_ : last_) = &job;
    first_ = &job;
}

void job_list::erase(refill_job& job) noexcept {
    (job.before_ != nullptr ? job.before_->after_ : first_) = job.after_;
    (job.after_ != nullptr ? job.after_->before_ : last_) = job.before_;
}

refill_job& job_list::pop_front() noexcept {
    refill_job& job = *first_;
    erase(job);
    return job;
}

refiller::refiller(unsigned threads) : dice_{static_cast<decltype(dice_)::result_type>(random_bits())} {
    threads_.reserve(threads);
    for (unsigned i = 0; i < threads; ++i)
        threads_.push_back(background_thread([this] { work(); }));
}

refiller::~refiller() {
    stop();
}

void refiller::order(refill_job& job, bool urgent) noexcept {
    {
        const std::lock_guard guard{guard_};
        if (job.place_ == refill_job::place::running) {
            job.urgent_ = urgent || (job.wanted_again_ && job.urgent_);
            job.wanted_again_ = true;
            return;
        }
        const bool queued = job.place_ == refill_job::place::queued;
        if (queued && (job.urgent_ || !urgent)) return;
        if (queued) ahead_.erase(job);
        job.urgent_ = urgent;
        enqueue(job, false);
    }
    changed_.notify_one();
}

void refiller::enqueue(refill_job& job, bool in_front) noexcept {
    job.place_ = refill_job::place::queued;
    job_list& list = job.urgent_ ? urgent_ : ahead_;
    in_front ? list.push_front(job) : list.push_back(job);
}

void refiller::finish(milliseconds patience) {
    const auto deadline = steady_clock::now() + patience;
    {
        std::unique_lock lock{guard_};
        finishing_ = true;
        if (failures_in_row_ != 0) forget_all();
        changed_.notify_all();
        idle_.wait_until(lock, deadline, [this] { return urgent_.empty() && ahead_.empty() && running_ == 0; });
    }
    stop();
}

void refiller::stop() noexcept {
    {
        const std::lock_guard guard{guard_};
        stopping_ = true;
    }
    changed_.notify_all();
    for (auto& each : threads_)
        if (each.joinable()) each.join();
}

steady_clock::time_point refiller::retry_at() const noexcept {
    return steady_clock::time_point{nanoseconds{retry_at_ns_.load(std::memory_order_relaxed)}};
}

void refiller::note_latency(nanoseconds took) noexcept {
    const auto old = latency_ns_.load(std::memory_order_relaxed);
    // Up quickly, down slowly: an early reservation costs nothing.
    const auto step = took.count() > old ? (took.count() - old) / 2 : (took.count() - old) / 16;
    latency_ns_.store(old + step, std::memory_order_relaxed);
}

bool refiller::may_start() const noexcept {
    if (urgent_.empty() && ahead_.empty()) return false;
    return failures_in_row_ == 0 || (!probing_ && steady_clock::now() >= retry_at());
}

void refiller::wait_for_work(std::unique_lock<std::mutex>& lock) {
    while (!stopping_ && !may_start()) {
        if (failures_in_row_ != 0 && !probing_ && !(urgent_.empty() && ahead_.empty())) {
            changed_.wait_until(lock, retry_at());
        } else {
            changed_.wait(lock);
        }
    }
}

void refiller::work() {
    std::unique_lock lock{guard_};
    for (;;) {
        wait_for_work(lock);
        if (stopping_) return;
        refill_job& job = (urgent_.empty() ? ahead_ : urgent_).pop_front();
        job.place_ = refill_job::place::running;
        probing_ = failures_in_row_ != 0;
        ++running_;
        lock.unlock();
        const auto result = job.perform();
        lock.lock();
        --running_;
        settle(job, result);
        changed_.notify_all();
        if (running_ == 0 && urgent_.empty() && ahead_.empty()) idle_.notify_all();
    }
}

void refiller::settle(refill_job& job, refill_job::ending result) noexcept {
    probing_ = false;
    job.place_ = refill_job::place::nowhere;
    const bool again = std::exchange(job.wanted_again_, false) || result == refill_job::ending::again;
    if (result == refill_job::ending::store_down) {
        enqueue(job, true);
        if (finishing_) {
            forget_all();
        } else {
            pause_store();
        }
        return;
    }
    failures_in_row_ = 0;
    retry_at_ns_.store(0, std::memory_order_relaxed);
    if (again) enqueue(job, false);
}

void refiller::pause_store() noexcept {
    constexpr nanoseconds first = milliseconds{50};
    constexpr nanoseconds longest = milliseconds{2000};
    if (failures_in_row_ != 0 && steady_clock::now() < retry_at()) return; // another job has found out already
    const nanoseconds pause = std::min(longest, first * (1U << std::min(failures_in_row_, 6U)));
    ++failures_in_row_;
    // Spread, so that many processes do not return to a store all at once.
    const nanoseconds spread{std::uniform_int_distribution<std::int64_t>{0, pause.count() / 2}(dice_)};
    const auto retry = steady_clock::now() + pause * 3 / 4 + spread;
    retry_at_ns_.store(retry.time_since_epoch().count(), std::memory_order_relaxed);
}

void refiller::forget_all() noexcept {
    for (job_list* const each : {&urgent_, &ahead_})
        while (!each->empty())
            each->pop_front().place_ = refill_job::place::nowhere;
}

} // namespace vesta::detail
