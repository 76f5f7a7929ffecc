#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace vesta::detail {

/// Something to do with the store for one tag. It links itself into the queue, so that ordering needs no memory.
class refill_job {
  public:
    enum class outcome : std::uint8_t {
        done,
        again,      ///< There is more to do: back to the end of the queue.
        store_down, ///< The store does not answer: later, and no other job either until it does.
    };

    virtual ~refill_job() = default;

    /// Talks to the store; runs on one of the refiller's threads.
    virtual outcome perform() noexcept = 0;

  private:
    friend class job_list;
    friend class refiller;
    refill_job* before_ = nullptr;
    refill_job* after_ = nullptr;
    enum class place : std::uint8_t { nowhere, queued, running } place_ = place::nowhere;
    bool urgent_ = false;
    bool wanted_again_ = false; // ordered while it ran
};

/// Jobs in the order they came. Not safe from several threads.
class job_list {
  public:
    bool empty() const noexcept { return first_ == nullptr; }
    void push_back(refill_job& job) noexcept;
    void push_front(refill_job& job) noexcept;
    void erase(refill_job& job) noexcept;
    refill_job& pop_front() noexcept;

  private:
    refill_job* first_ = nullptr;
    refill_job* last_ = nullptr;
};

/// A few threads that do jobs with the store: those first that callers wait for. Where the store does not answer, one
/// attempt at a time finds out when it does again. Safe to use from any thread.
class refiller {
  public:
    explicit refiller(unsigned threads);
    refiller(const refiller&) = delete;
    refiller& operator=(const refiller&) = delete;
    /// Stops as `stop` does.
    ~refiller();

    /// Has @p job run. One that is queued already is only moved up, where that is urgent; one that runs is run again.
    void order(refill_job& job, bool urgent) noexcept;

    /// Runs what is queued, but not against a store that is down, and not beyond @p patience; then stops.
    void finish(std::chrono::milliseconds patience);

    /// Ends the threads, waiting for the jobs they run; queued ones are forgotten.
    void stop() noexcept;

    /// When the store is tried again; in the past while it works.
    std::chrono::steady_clock::time_point retry_at() const noexcept;

    /// What a reservation takes, of late.
    std::chrono::nanoseconds latency() const noexcept { return std::chrono::nanoseconds{latency_ns_.load()}; }
    void note_latency(std::chrono::nanoseconds took) noexcept;

    /// Whether the store ever did what a job asked, or refused that for the sake of a row.
    bool answered() const noexcept { return answered_.load(std::memory_order_acquire); }
    /// To be called before anybody can see what the answer was: who sees it finds `answered` true.
    void note_answer() noexcept { answered_.store(true, std::memory_order_release); }

  private:
    void work();
    bool may_start() const noexcept;
    void wait_for_work(std::unique_lock<std::mutex>& lock);
    void settle(refill_job& job, refill_job::outcome result) noexcept;
    void close_gate() noexcept;
    void enqueue(refill_job& job, bool in_front) noexcept;
    void forget_all() noexcept;

    const std::uint32_t born_in_;
    std::mutex guard_;
    std::condition_variable changed_;
    std::condition_variable idle_;
    job_list urgent_;
    job_list ahead_;
    unsigned running_ = 0;
    unsigned failures_in_row_ = 0; // of the store as a whole
    bool probing_ = false;
    bool finishing_ = false;
    bool stopping_ = false;
    std::minstd_rand dice_;
    std::atomic<std::int64_t> retry_at_ns_{0};
    std::atomic<std::int64_t> latency_ns_{1'000'000};
    std::atomic<bool> answered_{false};
    std::vector<std::thread> threads_;
};

} // namespace vesta::detail
