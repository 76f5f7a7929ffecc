#pragma once

#include <vesta/zookeeper/client.hpp>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

// The synchronous half of the client waits for as long as its session lives; this one has a deadline.
namespace vesta::zookeeper {

/// One call under way. The client's thread answers it, perhaps long after everybody stopped waiting.
class call {
  public:
    /// What to hand to the client as the data of a completion; the completion takes it back exactly once.
    const void* data();
    static std::shared_ptr<call> taken_back(const void* data);

    void answer(reply with);
    /// Waits until @p deadline; then there is no answer.
    reply wait(std::chrono::steady_clock::time_point deadline);

    static std::shared_ptr<call> make();

    /// What the client writes its answer to: it lives as long as the call.
    std::shared_ptr<void> kept;

  private:
    std::weak_ptr<call> self_;
    std::mutex guard_;
    std::condition_variable answered_;
    bool done_ = false;
    reply reply_;
};

} // namespace vesta::zookeeper
