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

/// A task with the store for one tag. It links itself into the queue, so that ordering needs no memory.
class refill_job {
  public:
    enum class ending : std::uint8_t {
        done,
        again,      ///< More to do: goes to the end of the queue.
        store_down, ///< The store does not answer: this and all other jobs run later.
    };

    virtual ~refill_job() = default;

    /// Talks to the store; runs on one of the refiller's threads.
    virtual ending perform() noexcept = 0;

  private:
    friend class job_list;
    friend class refiller;
    refill_job* before_ = nullptr;
    refill_job* after_ = nullptr;
    enum class place : std::uint8_t { nowhere, queued, running } place_ = place::nowhere;
    bool urgent_ = false;
    bool wanted_again_ = false; // ordered while it ran
};

/// Jobs in the order of arrival.
///
/// Thread-safety: none.
class job_list {
  public:
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    void push_back(refill_job& job) noexcept;
    void push_front(refill_job& job) noexcept;
    void erase(refill_job& job) noexcept;
    refill_job& pop_front() noexcept;

  private:
    refill_job* first_ = nullptr;
    refill_job* last_ = nullptr;
};

/// A few threads that do jobs with the store, urgent ones first. While the store does not answer, one attempt at a time
/// tests it.
///
/// Thread-safety: safe.
class refiller {
  public:
    explicit refiller(unsigned threads);
    refiller(const refiller&) = delete;
    refiller& operator=(const refiller&) = delete;
    /// Stops as `stop` does.
    ~refiller();

    /// Queues @p job. An urgent job that is queued already moves up; one that runs is run again.
    void order(refill_job& job, bool urgent) noexcept;

    /// Runs the queued jobs, unless the store is down, and at most for @p patience; then stops.
    void finish(std::chrono::milliseconds patience);

    /// Ends the threads after their present jobs; drops queued ones.
    void stop() noexcept;

    /// When the store is tried again; in the past while it works.
    std::chrono::steady_clock::time_point retry_at() const noexcept;

    /// How long reservations take at present.
    std::chrono::nanoseconds latency() const noexcept { return std::chrono::nanoseconds{latency_ns_.load()}; }
    void note_latency(std::chrono::nanoseconds took) noexcept;

    /// Whether the store has ever done a job, or refused one because of a row.
    bool answered() const noexcept { return answered_.load(std::memory_order_acquire); }
    /// Call it before any thread can see the answer: a thread that sees it finds `answered` true.
    void note_answer() noexcept { answered_.store(true, std::memory_order_release); }

  private:
    void work();
    bool may_start() const noexcept;
    void wait_for_work(std::unique_lock<std::mutex>& lock);
    void settle(refill_job& job, refill_job::ending result) noexcept;
    void pause_store() noexcept;
    void enqueue(refill_job& job, bool in_front) noexcept;
    void forget_all() noexcept;

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
