#pragma once

#include "link.hpp"

#include <random>
#include <vector>

namespace vesta::rpc::detail {

/// Gives requests to servers: to the one preferred of those that serve, to the next when that one is lost, and to every
/// server once where they refuse. Lives in the client's thread.
class dispatcher {
  public:
    dispatcher(asio::io_context& on, const client_options& options, std::vector<server_address> servers);
    ~dispatcher();

    void submit(owned_request asked);

    /// Enforces every time limit; to be called often while `is_busy`.
    void tick(time_point now);
    bool is_busy() const noexcept;

    /// That no server answered, and what each of them did last.
    error nobody_answered() const;

    /// Fails what waits and closes every connection.
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

    asio::io_context& on_;
    const client_options& options_;
    std::vector<std::unique_ptr<server>> servers_;
    std::deque<owned_request> parked_; // nobody is ready for them
    std::size_t turn_ = 0;
    bool answered_ = false; // anybody, ever
    bool closed_ = false;
};

} // namespace vesta::rpc::detail
