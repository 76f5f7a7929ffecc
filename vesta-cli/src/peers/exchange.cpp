#include "exchange.hpp"

#include <vesta/base/background.hpp>
#include <vesta/base/host_port.hpp>
#include <vesta/rpc/protocol/command_writer.hpp>
#include <vesta/rpc/protocol/reply_parser.hpp>
#include <vesta/tls/blocking_layer.hpp>
#include <vesta/tls/context.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace vesta::cli {
namespace {

using steady = std::chrono::steady_clock;

error no_answer(const std::string& peer, const std::string& why) {
    return {errc::store_unavailable, "peer " + peer + " does not answer: " + why};
}

/// One connection to a peer.
class exchange {
  public:
    exchange(const std::string& peer, steady::time_point until) : peer_{peer}, until_{until} {}

    /// Blocks until the peer has answered; @p until does not limit the look-up of its name.
    result<std::string> ask(const introduction& by) {
        const std::string& password = by.password;
        if (auto connected = connect(by.tls); !connected) return no_answer(peer_, connected.error().message);
        output_buffer commands;
        if (!password.empty()) rpc::write_command(commands, std::array<std::string_view, 2>{"AUTH", password});
        rpc::write_command(commands, std::array<std::string_view, 2>{"INFO", "machines"});
        if (auto sent = send(commands.view()); !sent) return no_answer(peer_, sent.error().message);
        if (!password.empty())
            if (auto let_in = receive_reply(); !let_in) return let_in;
        return receive_reply();
    }

  private:
    result<void> connect(const std::optional<tls::client_options>& secured) {
        const auto at = read_host_port(peer_).value(); // checked with the settings
        stream_.expires_at(until_);
        stream_.connect(std::string{at.host}, std::to_string(at.port));
        if (!stream_) return trouble();
        if (!secured) return {};
        const auto by = tls::make_context(*secured);
        if (!by) return by.error();
        const int socket = stream_.socket().native_handle();
        tls_.emplace((*by)->make_layer(socket, std::string{at.host}), socket);
        return tls_->shake_hands(until_);
    }

    result<void> send(std::string_view bytes) {
        if (tls_) return tls_->send(bytes, until_);
        stream_ << bytes << std::flush;
        return stream_ ? result<void>{} : trouble();
    }

    result<std::string> receive_reply() {
        rpc::reply_parser parser;
        for (;;) {
            switch (parser.parse(input_)) {
            case rpc::parse_status::complete:
                return take_reply(parser);
            case rpc::parse_status::failed:
                return no_answer(peer_, "it is no RPC server: " + parser.problem());
            case rpc::parse_status::incomplete:
                if (auto more = receive(); !more) return no_answer(peer_, more.error().message);
            }
        }
    }

    result<std::string> take_reply(const rpc::reply_parser& from) {
        std::string text{from.nodes().front().text};
        input_.erase(0, from.consumed());
        if (from.nodes().front().type != rpc::reply_type::error) return text;
        return error{errc::invalid_settings, "peer " + peer_ + " refuses to tell its machine IDs: " + text};
    }

    result<void> receive() {
        std::array<char, 4096> room;
        const auto got = tls_ ? tls_->receive(room, until_) : receive_plain(room);
        if (!got) return got.error();
        if (*got == 0) return closed();
        input_.append(room.data(), *got);
        return {};
    }

    result<std::size_t> receive_plain(std::span<char> into) {
        if (stream_.peek() == std::char_traits<char>::eof()) return trouble();
        return static_cast<std::size_t>(stream_.readsome(into.data(), static_cast<std::streamsize>(into.size())));
    }

    static error closed() { return {errc::store_unavailable, "it closed the connection"}; }

    error trouble() const {
        if (steady::now() >= until_) return {errc::store_unavailable, "it takes too long"};
        if (stream_.error() == boost::asio::error::eof) return closed();
        return {errc::store_unavailable, stream_.error().message()};
    }

    const std::string peer_;
    const steady::time_point until_;
    boost::asio::ip::tcp::iostream stream_;
    std::optional<tls::blocking_layer> tls_;
    std::string input_;
};

/// What the thread that asks leaves for the one that waits.
struct hearing {
    std::mutex guard;
    std::condition_variable_any changed;
    std::optional<result<std::string>> answer;
};

} // namespace

result<std::string> ask_for_machines(const std::string& peer, const introduction& by,
                                     std::chrono::milliseconds patience, const std::stop_token& stop) {
    const auto until = steady::now() + patience;
    const auto heard = std::make_shared<hearing>();
    // A thread that may outlive this call: a look-up of a name cannot be broken off.
    auto asking = attempt([&] {
        background_thread([=] {
            auto answer = attempt([&] { return exchange{peer, until}.ask(by); });
            const std::lock_guard guard{heard->guard};
            heard->answer = std::move(answer);
            heard->changed.notify_all();
        }).detach();
    });
    if (!asking) return std::move(asking).error();
    std::unique_lock guard{heard->guard};
    if (heard->changed.wait_until(guard, stop, until, [&] { return heard->answer.has_value(); }))
        return *std::move(heard->answer);
    return no_answer(peer, stop.stop_requested() ? "this server stops" : "it takes too long");
}

} // namespace vesta::cli
