#pragma once

#include "command.hpp"

#include <vesta/rpc/protocol/reply_writer.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace vesta::rpc::detail {

class client_card;

/// What a client says of itself, and who it is.
struct client_facts {
    std::string name;
    std::string library;
    std::string library_version;
    std::string user;
    resp_version version = resp_version::resp2;
};

/// The clients of one server, for CLIENT LIST and KILL. Commands do not lock it; connecting and naming does.
///
/// Thread-safety: safe.
class client_list {
  public:
    using clock = std::chrono::steady_clock;
    /// At most so many clients are listed at once, so that listing them delays nobody for long.
    static constexpr std::size_t most_listed = 1000;

    /// Lines of Redis' CLIENT LIST: of the first clients for which @p wanted is true, by number, above @p after.
    std::string lines(std::uint64_t after, const std::function<bool(const client_card&)>& wanted) const;
    /// The numbers of all clients for which @p wanted is true.
    std::vector<std::uint64_t> numbers(const std::function<bool(const client_card&)>& wanted) const;

  private:
    friend class client_card;
    mutable std::mutex guard_; // of what follows, and of the facts of each
    std::map<std::uint64_t, const client_card*> all_;
};

/// The entry of one client, while it lives.
///
/// Thread-safety: belongs to the client's thread; the list reads it from others.
class client_card {
  public:
    /// Lifetime: @p in outlives it.
    client_card(client_list& in, std::uint64_t number, std::string address, std::string server_address);
    client_card(const client_card&) = delete;
    client_card& operator=(const client_card&) = delete;
    ~client_card();

    std::uint64_t number() const noexcept { return number_; }
    const std::string& address() const noexcept { return address_; }
    const std::string& server_address() const noexcept { return server_address_; }
    /// For the client's own thread, or one that the list calls.
    const client_facts& facts() const noexcept { return facts_; }
    /// Its line, ended by LF. As `facts`.
    std::string line(client_list::clock::time_point now) const;

    template <class Change>
    void change(Change how) {
        const std::lock_guard lock{in_.guard_};
        how(facts_);
    }
    /// Input came from it at @p when.
    void heard(client_list::clock::time_point when) noexcept {
        heard_.store(when.time_since_epoch().count(), std::memory_order_relaxed);
    }
    void ran(command which) noexcept { last_.store(which, std::memory_order_relaxed); }

  private:
    client_list& in_;
    const std::uint64_t number_;
    const std::string address_;
    const std::string server_address_;
    const client_list::clock::time_point since_ = client_list::clock::now();
    client_facts facts_;
    std::atomic<client_list::clock::rep> heard_;
    std::atomic<command> last_{command::unknown};
};

} // namespace vesta::rpc::detail
