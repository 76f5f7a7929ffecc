#include "inquiry.hpp"

#include "../link/server_link.hpp"

#include <vesta/base/background.hpp>
#include <vesta/rpc/protocol/command_writer.hpp>
#include <vesta/rpc/protocol/reply_parser.hpp>

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
class inquiry {
  public:
    inquiry(const std::string& peer, steady::time_point until) : peer_{peer}, link_{until} {}

    /// Blocks until the peer has answered, at most as long as the link lives; the look-up of its name comes on top.
    result<std::string> ask(const introduction& by) {
        const std::string& password = by.password;
        if (auto connected = link_.connect(peer_, by.tls); !connected)
            return no_answer(peer_, connected.error().message);
        output_buffer commands;
        if (!password.empty()) rpc::write_command(commands, std::array<std::string_view, 2>{"AUTH", password});
        rpc::write_command(commands, std::array<std::string_view, 2>{"INFO", "machines"});
        if (auto sent = link_.send(commands.view()); !sent) return no_answer(peer_, sent.error().message);
        if (!password.empty())
            if (auto let_in = receive_reply(); !let_in) return let_in;
        return receive_reply();
    }

  private:
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
        const auto got = link_.receive(room);
        if (!got) return got.error();
        if (*got == 0) return error{errc::store_unavailable, "it closed the connection"};
        input_.append(room.data(), *got);
        return {};
    }

    const std::string peer_;
    server_link link_;
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
            auto answer = attempt([&] { return inquiry{peer, until}.ask(by); });
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
