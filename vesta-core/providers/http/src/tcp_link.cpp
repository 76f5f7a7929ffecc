#include <vesta/http/tcp_link.hpp>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <netdb.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace vesta::http {
namespace {

std::string words_for(int number) {
    return std::system_category().message(number);
}

/// No TLS: what is sent and received as it is.
class plain_layer final : public tls::layer {
  public:
    explicit plain_layer(int socket) noexcept : socket_{socket} {}

    tls::handshake shake_hands() noexcept override { return tls::handshake::done; }
    tls::transfer receive(std::span<char> into) noexcept override {
        const ssize_t got = ::recv(socket_, into.data(), into.size(), 0);
        return got == 0 ? tls::transfer{.ended = true} : outcome(got);
    }
    tls::transfer send(std::string_view bytes) noexcept override {
        return outcome(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
    }
    bool has_input() const noexcept override { return false; }
    void end_sending() noexcept override { ::shutdown(socket_, SHUT_WR); }
    std::vector<std::string> certificate_names() const override { return {}; }
    std::string trouble() const override { return words_for(failure_); }

  private:
    tls::transfer outcome(ssize_t done) noexcept {
        if (done >= 0) return {.bytes = static_cast<std::size_t>(done)};
        if (errno == EAGAIN || errno == EWOULDBLOCK) return {.later = true};
        if (errno == EINTR) return {.more = true};
        failure_ = errno;
        return {.failed = true};
    }

    const int socket_;
    int failure_ = 0;
};

using addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

result<addresses> look_up(const std::string& host, std::uint16_t port) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int failed = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
    if (failed != 0) return unavailable(std::string{"its name is not found: "} + ::gai_strerror(failed));
    return addresses{found, &::freeaddrinfo};
}

/// Waits until the connection under way on @p socket is made; what went wrong, or 0.
int finish_connecting(int socket, tcp_link::time_point until) {
    pollfd one{.fd = socket, .events = POLLOUT, .revents = 0};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        if (left.count() <= 0) return ETIMEDOUT;
        const int ready = ::poll(&one, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60'000)));
        if (ready < 0 && errno != EINTR) return errno;
        if (ready > 0) break;
    }
    int failed = 0;
    socklen_t size = sizeof failed;
    return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &failed, &size) == 0 ? failed : errno;
}

int connect_to(int socket, const addrinfo& at, tcp_link::time_point until) {
    if (::connect(socket, at.ai_addr, at.ai_addrlen) == 0) return 0;
    return errno == EINPROGRESS ? finish_connecting(socket, until) : errno;
}

int open_socket(const addrinfo& at) {
    const int made = ::socket(at.ai_family, at.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at.ai_protocol);
    const int on = 1;
    if (made >= 0) ::setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return made;
}

} // namespace

tcp_link::~tcp_link() {
    layer_.reset();
    ::close(socket_);
}

result<std::unique_ptr<tcp_link>> tcp_link::open(const std::string& host, std::uint16_t port,
                                                 const tls::context* secured_by, time_point until) {
    const auto found = look_up(host, port);
    if (!found) return found.error();
    int failed = EHOSTUNREACH;
    for (const addrinfo* at = found->get(); at != nullptr; at = at->ai_next) {
        const int socket = open_socket(*at);
        failed = errno;
        if (socket < 0) continue;
        std::unique_ptr<tcp_link> made{new tcp_link{socket}};
        failed = connect_to(socket, *at, until);
        if (failed != 0) continue;
        made->layer_.emplace(secured_by ? secured_by->make_layer(socket, host) : std::make_unique<plain_layer>(socket),
                             socket);
        if (auto agreed = made->layer_->shake_hands(until); !agreed) return std::move(agreed).error();
        return made;
    }
    return unavailable(words_for(failed));
}

bool tcp_link::is_quiet() const noexcept {
    pollfd one{.fd = socket_, .events = POLLIN | POLLRDHUP, .revents = 0};
    return ::poll(&one, 1, 0) == 0;
}

} // namespace vesta::http
