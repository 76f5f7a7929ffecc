#pragma once

#include "inquiry.hpp"

#include <vesta/base/log.hpp>
#include <vesta/embed/machine_use.hpp>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vesta::cli {

/// The parts of a watch of peers. All of them outlive it.
struct peer_watch_options {
    std::vector<std::string> peers; ///< HOST:PORT
    introduction known_by;          ///< The password of all servers, or our token for them.
    std::function<embed::machine_use()> ours;
    /// Called from another thread if a peer uses a machine ID of ours and this process must give way: to any peer
    /// before it serves (true), later to an older one.
    std::function<void(const error&, bool at_start)> give_way;
    log_sink log; ///< Not empty.
};

/// Asks peers at the start and every few seconds which machine IDs they use, each in a thread of its own: two processes
/// with one machine ID make the same IDs. A peer that does not answer is logged once and delays no other.
class peer_watch {
  public:
    explicit peer_watch(peer_watch_options options);
    peer_watch(const peer_watch&) = delete;
    peer_watch& operator=(const peer_watch&) = delete;
    ~peer_watch();

    /// Returns when every peer has answered or failed, or after 2 s. Then this process serves.
    void wait_for_first_answers();

  private:
    void watch(const std::string& peer, const std::stop_token& end);
    void look_at(const std::string& peer, const std::string& answer);
    void note(const std::string& peer, std::string& last, const std::string& line) const;

    const peer_watch_options options_;
    std::mutex guard_;
    std::condition_variable_any changed_;
    std::size_t first_answers_ = 0;
    std::atomic<bool> serving_{false};
    std::vector<std::jthread> threads_;
};

} // namespace vesta::cli
