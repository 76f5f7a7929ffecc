#pragma once

#include "link.hpp"

#include <random>
#include <vector>

namespace vesta::rpc::detail {

/// Gives requests to servers: to the preferred one that serves, to the next if that is lost, and to every server once
/// if they refuse. Lives in the client's thread.
class dispatcher {
  public:
    dispatcher(asio::io_context& on, const client_options& options, std::vector<server_address> servers);
    ~dispatcher();

    void submit(owned_request asked);

    /// Enforces every time limit. Call it often while `is_busy`.
    void tick(time_point now);
    bool is_busy() const noexcept;

    /// The error that no server answered, with the last failure of each.
    error nobody_answered() const;

    /// Fails waiting requests and closes every connection.
    void close(const error& why);
    bool is_closed() const noexcept { return closed_; }

  private:
    class server;

    bool give(owned_request& asked);
    std::vector<server*> candidates();
    void connect(time_point now);
    bool any_may_answer(const request& asked, time_point now) const;
    std::optional<error> everybody_locks_out() const;
    void submit_again(std::deque<owned_request> some);
    void submit_parked();
    void refuse(server& by, owned_request asked, error why);
    void fail_or_rest(owned_request asked, time_point now);

    asio::io_context& on_;
    const client_options& options_;
    std::vector<std::unique_ptr<server>> servers_;
    std::deque<owned_request> parked_; // no server is ready for them
    std::size_t turn_ = 0;
    bool answered_ = false; // by any server, ever
    bool closed_ = false;
};

} // namespace vesta::rpc::detail
