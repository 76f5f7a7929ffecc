#pragma once

#include <vesta/sharded/sharded_store.hpp>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace vesta::detail {

/// A thread that refills queues that run low, one shard after another, so that the caller that noticed goes on at once.
///
/// Thread-safety: safe.
class top_ups {
  public:
    /// Refills the queue of a shard for a node that takes that many numbers at a time.
    using work = std::function<void(const shard_key&, std::uint64_t)>;

    explicit top_ups(work refill);
    top_ups(const top_ups&) = delete;
    top_ups& operator=(const top_ups&) = delete;
    /// Waits for the refill under way; drops the others. Not in a forked child, which has no such thread.
    ~top_ups();

    /// Orders a refill of the queue of @p key; repeated orders count once until it is done.
    void order(const shard_key& key, std::uint64_t wanted);

  private:
    void run();

    const work refill_;
    std::mutex guard_;
    std::condition_variable changed_;
    std::map<shard_key, std::uint64_t> ordered_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace vesta::detail
