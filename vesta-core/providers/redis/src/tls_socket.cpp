#include "tls_socket.hpp"

#include <vesta/tls/blocking_layer.hpp>

#include <Poco/Net/StreamSocketImpl.h>
#include <Poco/Redis/Exception.h>

namespace vesta::redis {
namespace {

using tls::blocking_layer;

/// What @p got holds; an error leaves as Poco's do.
template <class T>
T value_of(result<T> got) {
    if (!got) throw Poco::Redis::RedisException{got.error().message};
    if constexpr (!std::is_void_v<T>) return *std::move(got);
}

class tls_socket final : public Poco::Net::StreamSocketImpl {
  public:
    tls_socket(const Poco::Net::StreamSocket& over, const tls::context& by, const std::string& host)
        : over_{over}, tls_{by.make_layer(over.impl()->sockfd(), host), over.impl()->sockfd()} {
        value_of(tls_.shake_hands(deadline()));
    }

    int sendBytes(const void* bytes, int size, int) override {
        value_of(tls_.send({static_cast<const char*>(bytes), static_cast<std::size_t>(size)}, deadline()));
        return size;
    }

    int receiveBytes(void* into, int size, int) override {
        const std::span room{static_cast<char*>(into), static_cast<std::size_t>(size)};
        return static_cast<int>(value_of(tls_.receive(room, deadline())));
    }

  private:
    blocking_layer::time_point deadline() const {
        const std::chrono::microseconds limit{over_.getReceiveTimeout().totalMicroseconds()};
        return std::chrono::steady_clock::now() + limit;
    }

    const Poco::Net::StreamSocket over_; // closed after TLS has said farewell
    blocking_layer tls_;
};

} // namespace

Poco::Net::StreamSocket secure(const Poco::Net::StreamSocket& over, const tls::context& by, const std::string& host) {
    return Poco::Net::StreamSocket{new tls_socket{over, by, host}};
}

} // namespace vesta::redis
