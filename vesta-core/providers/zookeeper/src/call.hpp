#pragma once

#include <vesta/zookeeper/client.hpp>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

// The synchronous calls of the client wait as long as their session lives; these have a deadline.
namespace vesta::zookeeper {

/// A call under way. The client's thread answers it, perhaps long after its caller stopped waiting.
class call {
  public:
    /// The data for the client's completion function, which takes it back exactly once.
    const void* data();
    static std::shared_ptr<call> taken_back(const void* data);

    void answer(reply with);
    /// Waits until @p deadline; after it the reply is `no_answer`.
    reply wait(std::chrono::steady_clock::time_point deadline);

    static std::shared_ptr<call> make();

    /// The memory that the client writes its answer to; lives as long as the call.
    std::shared_ptr<void> kept;

  private:
    std::weak_ptr<call> self_;
    std::mutex guard_;
    std::condition_variable answered_;
    bool done_ = false;
    reply reply_;
};

} // namespace vesta::zookeeper
