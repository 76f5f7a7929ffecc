#pragma once

#include "../signals/event.hpp"

#include <vesta/embed/machine_use.hpp>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace vesta::cli {

/// What a watch of peers is set up with. All of it outlives the watch.
struct peer_watch_options {
    std::vector<std::string> peers; ///< HOST:PORT
    std::string password;           ///< The servers', which all of them share.
    std::function<embed::machine_use()> ours;
    /// Told of a peer that uses a machine ID of ours, where this process is to give way: in any case while it does not
    /// serve yet (true), and to the older one later on. From another thread.
    std::function<void(const error&, bool at_start)> give_way;
    /// Told what an operator wants to know, one line at a time, from any thread.
    std::function<void(std::string_view)> log;
};

/// Asks peers at the start and every few seconds which machine IDs they use, each in a thread of its own: two processes
/// with one machine ID make the same IDs. A peer that does not answer is logged once and hinders nobody.
class peer_watch {
  public:
    explicit peer_watch(peer_watch_options options);
    peer_watch(const peer_watch&) = delete;
    peer_watch& operator=(const peer_watch&) = delete;
    ~peer_watch();

    /// Returns when every peer has answered or shown that it does not, or after 2 s. From then on this process serves.
    void wait_for_first_answers();

  private:
    void watch(const std::string& peer, const std::stop_token& end);
    void look_at(const std::string& peer, const std::string& answer);
    void note(const std::string& peer, std::string& last, const std::string& line) const;

    const peer_watch_options options_;
    const event stopping_;
    std::mutex guard_;
    std::condition_variable_any changed_;
    std::size_t first_answers_ = 0;
    std::atomic<bool> serving_{false};
    std::vector<std::jthread> threads_;
};

} // namespace vesta::cli
