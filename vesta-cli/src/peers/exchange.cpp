#include "exchange.hpp"

#include <vesta/rpc/protocol/command_writer.hpp>
#include <vesta/rpc/protocol/reply_parser.hpp>

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <poll.h>
#include <string_view>
#include <unistd.h>

namespace vesta::cli {
namespace {

using std::chrono::milliseconds;
using steady = std::chrono::steady_clock;

error no_answer(const std::string& peer, const std::string& why) {
    return {errc::store_unavailable, "peer " + peer + " does not answer: " + why};
}

/// A connection, closed at its end.
class link {
  public:
    link(const std::string& peer, steady::time_point until, int stop) : peer_{peer}, until_{until}, stop_{stop} {}
    link(const link&) = delete;
    link& operator=(const link&) = delete;
    ~link() {
        if (socket_ >= 0) ::close(socket_);
    }

    result<void> connect() {
        const auto colon = peer_.rfind(':');
        std::string host = peer_.substr(0, colon);
        if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
        addrinfo wanted{};
        wanted.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        const int failed = ::getaddrinfo(host.c_str(), peer_.substr(colon + 1).c_str(), &wanted, &found);
        if (failed != 0) return no_answer(peer_, ::gai_strerror(failed));
        const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all{found, ::freeaddrinfo};
        result<void> connected = no_answer(peer_, "it has no address");
        for (const addrinfo* each = found; each != nullptr && !connected; each = each->ai_next)
            connected = connect_to(*each);
        return connected;
    }

    result<void> send(std::string_view what) {
        for (std::size_t sent = 0; sent < what.size();) {
            if (auto ready = wait(POLLOUT); !ready) return ready;
            const auto n = ::send(socket_, what.data() + sent, what.size() - sent, MSG_NOSIGNAL);
            if (n < 0) return no_answer(peer_, std::strerror(errno));
            sent += static_cast<std::size_t>(n);
        }
        return {};
    }

    /// Adds what has arrived to @p to.
    result<void> receive(std::string& to) {
        if (auto ready = wait(POLLIN); !ready) return ready;
        std::array<char, 4096> piece;
        const auto n = ::recv(socket_, piece.data(), piece.size(), 0);
        if (n < 0) return no_answer(peer_, std::strerror(errno));
        if (n == 0) return no_answer(peer_, "it closed the connection");
        to.append(piece.data(), static_cast<std::size_t>(n));
        return {};
    }

  private:
    result<void> connect_to(const addrinfo& where) {
        if (socket_ >= 0) ::close(socket_);
        socket_ = ::socket(where.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (socket_ < 0) return no_answer(peer_, std::strerror(errno));
        if (::connect(socket_, where.ai_addr, where.ai_addrlen) == 0) return {};
        if (errno != EINPROGRESS) return no_answer(peer_, std::strerror(errno));
        if (auto ready = wait(POLLOUT); !ready) return ready;
        int failed = 0;
        socklen_t size = sizeof failed;
        ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &failed, &size);
        return failed == 0 ? result<void>{} : no_answer(peer_, std::strerror(failed));
    }

    result<void> wait(short what) {
        const auto left = std::chrono::ceil<milliseconds>(until_ - steady::now()).count();
        std::array<pollfd, 2> waited{pollfd{.fd = socket_, .events = what, .revents = 0},
                                     pollfd{.fd = stop_, .events = POLLIN, .revents = 0}};
        const int ready = left <= 0 ? 0 : ::poll(waited.data(), waited.size(), static_cast<int>(left));
        if (ready > 0 && waited[1].revents == 0) return {};
        return no_answer(peer_, waited[1].revents != 0 ? "this server stops" : "it takes too long");
    }

    const std::string& peer_;
    const steady::time_point until_;
    const int stop_;
    int socket_ = -1;
};

/// One reply from the front of @p input; its text.
result<std::string> receive_reply(link& from, const std::string& peer, std::string& input) {
    rpc::reply_parser parser;
    for (;;) {
        switch (parser.parse(input)) {
        case rpc::parse_status::complete: {
            const auto& node = parser.nodes().front();
            std::string text{node.text};
            const bool refused = node.type == rpc::reply_type::error;
            input.erase(0, parser.consumed());
            if (refused)
                return error{errc::invalid_settings, "peer " + peer + " refuses to tell its machine IDs: " + text};
            return text;
        }
        case rpc::parse_status::failed:
            return no_answer(peer, "it is no RPC server: " + parser.problem());
        case rpc::parse_status::incomplete:
            if (auto more = from.receive(input); !more) return std::move(more).error();
        }
    }
}

} // namespace

result<std::string> ask_for_machines(const std::string& peer, const std::string& password, milliseconds patience,
                                     int stop) {
    link to{peer, steady::now() + patience, stop};
    if (auto connected = to.connect(); !connected) return std::move(connected).error();
    output_buffer commands;
    if (!password.empty()) rpc::write_command(commands, std::array<std::string_view, 2>{"AUTH", password});
    rpc::write_command(commands, std::array<std::string_view, 2>{"INFO", "machines"});
    if (auto sent = to.send(commands.view()); !sent) return std::move(sent).error();
    std::string input;
    if (!password.empty())
        if (auto let_in = receive_reply(to, peer, input); !let_in) return let_in;
    return receive_reply(to, peer, input);
}

} // namespace vesta::cli
