#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

// The synchronous half of the client waits for as long as its session lives; this one has a deadline.
namespace vesta::zookeeper {

/// What a call was answered.
struct reply {
    int code = 0;
    std::string text; ///< Data, or a path.
    std::vector<std::string> names;
    std::int32_t version = -1;
    std::int64_t modified_ms = 0;
};

/// One call under way. The client's thread answers it, perhaps long after everybody stopped waiting.
class call {
  public:
    /// What to hand to the client as the data of a completion; the completion takes it back exactly once.
    const void* data();
    static std::shared_ptr<call> taken_back(const void* data);

    void answer(reply with);
    /// Waits until @p deadline; then the code is ZOPERATIONTIMEOUT.
    reply wait(std::chrono::steady_clock::time_point deadline);

    static std::shared_ptr<call> make();

  private:
    std::weak_ptr<call> self_;
    std::mutex guard_;
    std::condition_variable answered_;
    bool done_ = false;
    reply reply_;
};

} // namespace vesta::zookeeper
