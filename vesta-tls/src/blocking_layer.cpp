#include <vesta/tls/blocking_layer.hpp>

#include <algorithm>
#include <cerrno>
#include <poll.h>

namespace vesta::tls {
namespace {

constexpr const char* no_agreement = "did not agree on TLS: ";

/// Whether there is time left; who always has something to read would never be waited for.
result<void> in_time(blocking_layer::time_point until) {
    if (std::chrono::steady_clock::now() < until) return {};
    return error{errc::store_unavailable, "it takes too long"};
}

} // namespace

error blocking_layer::failed(const char* at) const {
    return {errc::store_unavailable, at + of_->trouble()};
}

result<void> blocking_layer::wait(short events, time_point until) const {
    pollfd one{.fd = socket_, .events = events, .revents = 0};
    for (;;) {
        if (auto good = in_time(until); !good) return good;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        const int limit = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 86'400'000));
        const int ready = ::poll(&one, 1, limit);
        if (ready > 0) return {};
        if (ready < 0 && errno != EINTR) return error{errc::store_unavailable, "the connection cannot be waited for"};
    }
}

result<void> blocking_layer::shake_hands(time_point until) {
    for (;;) {
        const handshake how = of_->shake_hands();
        if (how == handshake::done) return {};
        if (how == handshake::failed) return failed(no_agreement);
        if (auto ready = wait(how == handshake::reads ? POLLIN : POLLOUT, until); !ready)
            return error{ready.error().code, no_agreement + ready.error().message};
    }
}

result<void> blocking_layer::send(std::string_view bytes, time_point until) {
    while (!bytes.empty()) {
        const transfer sent = of_->send(bytes);
        if (sent.failed) return failed("the TLS connection failed: ");
        bytes.remove_prefix(sent.bytes);
        if (!sent.later) continue;
        if (auto ready = wait(POLLOUT, until); !ready) return ready;
    }
    return {};
}

result<std::size_t> blocking_layer::receive(std::span<char> into, time_point until) {
    for (;;) {
        const transfer got = of_->receive(into);
        if (got.failed) return failed("the TLS connection failed: ");
        if (got.bytes != 0 || got.ended) return got.bytes;
        if (auto ready = got.later ? wait(POLLIN, until) : in_time(until); !ready) return std::move(ready).error();
    }
}

} // namespace vesta::tls
