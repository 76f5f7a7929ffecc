#pragma once

#include "address.hpp"
#include "asio.hpp"
#include "request.hpp"

#include <vesta/rpc/client_options.hpp>

#include <deque>
#include <memory>
#include <vector>

namespace vesta::rpc::detail {

using owned_request = std::unique_ptr<request>;

class link;

/// Receives the events of a link.
class link_owner {
  public:
    virtual ~link_owner() = default;

    /// It is connected and greeted.
    virtual void on_ready(link& which) = 0;
    /// It answered as expected.
    virtual void on_answer(link& which) = 0;
    /// It answered with an error.
    virtual void on_error_reply(link& which, owned_request asked, error why) = 0;
    /// It is of no more use. @p unanswered were sent, and may have been carried out.
    virtual void on_broken(link& which, const error& why, std::deque<owned_request> unanswered) = 0;
};

/// One connection to one server, from connecting to its end. Commands go out in order, and answers are matched to them
/// in order. Held by shared pointers, since pending operations outlive its use.
class link : public std::enable_shared_from_this<link> {
  public:
    link(asio::io_context& on, const client_options& options, const server_address& where, link_owner& owner);

    void open();
    bool is_ready() const noexcept { return phase_ == phase::ready; }
    /// Whether it is not ready, and was opened less than @p age ago.
    bool is_younger(std::chrono::milliseconds age, time_point now) const noexcept {
        return !is_ready() && now < opened_at_ + age;
    }
    std::size_t waiting() const noexcept { return sent_.size(); }

    /// Call it only when ready.
    void send(owned_request asked);

    /// Breaks it if an expected event has not come by @p now.
    void check(time_point now);
    /// Ends it without telling its owner; returns the unanswered requests.
    std::deque<owned_request> close() noexcept;

  private:
    enum class phase : std::uint8_t { connecting, greeting, ready, over };
    class greeting;
    struct pending {
        owned_request asked; // none if it was given up meanwhile
        time_point answer_by;
    };

    void connect(const std::vector<stream_endpoint>& to);
    void secure();
    void shake_hands();
    void greet();
    void push(owned_request asked, time_point answer_by);
    void write();
    void write_secured();
    void read();
    void read_secured();
    void make_room();
    void wait(stream_socket::wait_type until, void (link::*then)());
    void on_read(const boost::system::error_code& failed, std::size_t bytes);
    void parse();
    bool take(std::span<const reply_node> answer);
    void on_greeted();
    void give_up_late(time_point now);
    void break_off(std::string why, errc code = errc::store_unavailable);

    const client_options& options_;
    const server_address& where_;
    link_owner& owner_;
    stream_socket socket_;
    std::unique_ptr<tls::layer> tls_; // null without TLS
    tcp_resolver resolver_;
    phase phase_ = phase::connecting;
    time_point opened_at_;
    std::deque<pending> sent_;

    output_buffer to_write_;
    output_buffer writing_;
    bool is_writing_ = false;
    std::vector<char> input_;
    std::size_t input_begin_ = 0;
    std::size_t input_end_ = 0;
    reply_parser parser_;
};

} // namespace vesta::rpc::detail
