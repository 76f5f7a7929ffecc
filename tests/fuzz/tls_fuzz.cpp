// Any bytes from a client where TLS is spoken: instead of a handshake, and between the records after a true one. The
// server's layer must come to rest, must agree with nobody by chance, and must give exactly the bytes that the client
// has sealed, in order.
#include "support/certificates.hpp"
#include "support/temp_folder.hpp"

#include <vesta/tls/context.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <unistd.h>

namespace {

using namespace vesta;

void require(bool holds) {
    if (!holds) std::abort();
}

/// What lives as long as the program.
struct world {
    testing::temp_folder folder;
    testing::credentials own = testing::authority{folder.path()}.issue("server");
    tls::shared_context server =
        tls::make_context(tls::server_options{.certificate = own.certificate, .key = own.key}).value();
    std::shared_ptr<SSL_CTX> client{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
};

/// A connection: what one end sends, the other receives.
class wire {
  public:
    wire() { require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends_.data()) == 0); }
    wire(const wire&) = delete;
    wire& operator=(const wire&) = delete;
    ~wire() {
        for (const int each : ends_)
            ::close(each);
    }

    int server() const noexcept { return ends_[0]; }
    int client() const noexcept { return ends_[1]; }
    void send(std::string_view bytes) const { ::send(client(), bytes.data(), bytes.size(), MSG_NOSIGNAL); }
    void end() const { ::shutdown(client(), SHUT_WR); }
    void drain() const {
        std::array<char, 4096> unread;
        while (::recv(client(), unread.data(), unread.size(), 0) > 0) {
        }
    }

  private:
    std::array<int, 2> ends_{};
};

/// Takes @p size bytes off the beginning of @p from, or all there are.
std::string_view take(std::string_view& from, std::size_t size) {
    const auto piece = from.substr(0, size);
    from.remove_prefix(piece.size());
    return piece;
}

void knock(const world& in, std::string_view bytes, std::size_t step) {
    const wire over;
    const auto layer = in.server->make_layer(over.server(), "");
    tls::handshake how = tls::handshake::reads;
    const auto go_on = [&] {
        how = layer->shake_hands();
        require(how == tls::handshake::reads || how == tls::handshake::failed);
        over.drain();
    };
    while (!bytes.empty() && how == tls::handshake::reads) {
        over.send(take(bytes, step));
        go_on();
    }
    over.end();
    for (int calls = 0; how == tls::handshake::reads; ++calls) {
        require(calls < 1000);
        go_on();
    }
    require(!layer->trouble().empty());
}

/// A true client, and what both ends have said and heard.
class conversation {
  public:
    explicit conversation(const world& in)
        : layer_{in.server->make_layer(over_.server(), "")}, client_{SSL_new(in.client.get()), SSL_free} {
        SSL_set_fd(client_.get(), over_.client());
        SSL_connect(client_.get());
        require(layer_->shake_hands() == tls::handshake::reads);
        require(SSL_connect(client_.get()) == 1);
        require(layer_->shake_hands() == tls::handshake::done);
    }

    /// One step of the client's or the server's. False once the connection is over.
    bool step(unsigned what, std::string_view bytes) {
        ERR_clear_error();
        switch (what % 5) {
        case 0:
            seal(bytes);
            break;
        case 1:
            over_.send(bytes);
            broken_ = broken_ || !bytes.empty();
            break;
        case 2:
            SSL_key_update(client_.get(), bytes.empty() ? SSL_KEY_UPDATE_NOT_REQUESTED : SSL_KEY_UPDATE_REQUESTED);
            SSL_do_handshake(client_.get());
            break;
        case 3:
            answer(bytes);
            break;
        default:
            SSL_shutdown(client_.get());
        }
        const bool goes_on = receive(1 + what % 7 * 100);
        hear();
        return goes_on;
    }

    void check() const {
        require(sealed_.starts_with(received_) && answered_.starts_with(heard_));
        require(broken_ || sealed_ == received_);
    }

  private:
    void seal(std::string_view bytes) {
        if (SSL_write(client_.get(), bytes.data(), static_cast<int>(bytes.size())) > 0) sealed_ += bytes;
    }
    void answer(std::string_view bytes) {
        const auto sent = layer_->send(bytes);
        answered_ += bytes.substr(0, sent.bytes);
    }
    bool receive(std::size_t at_a_time) {
        std::string room(at_a_time, '\0');
        for (int calls = 0;; ++calls) {
            require(calls < 100'000);
            const auto got = layer_->receive(room);
            received_.append(room, 0, got.bytes);
            if (got.failed || got.ended) return false;
            if (got.later) return true;
        }
    }
    void hear() {
        std::array<char, 4096> room;
        for (int got = 0; (got = SSL_read(client_.get(), room.data(), room.size())) > 0;)
            heard_.append(room.data(), static_cast<std::size_t>(got));
    }

    const wire over_;
    const std::unique_ptr<tls::layer> layer_;
    const std::unique_ptr<SSL, decltype(&SSL_free)> client_;
    bool broken_ = false;
    std::string sealed_, received_, answered_, heard_;
};

/// @p script has steps of a byte for what, one for how many bytes, and these.
void talk(const world& in, std::string_view script) {
    conversation with{in};
    while (script.size() >= 2) {
        const auto head = take(script, 2);
        if (!with.step(static_cast<unsigned char>(head[0]), take(script, static_cast<unsigned char>(head[1])))) break;
    }
    with.check();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const world everything;
    if (size == 0) return 0;
    const std::string_view bytes{reinterpret_cast<const char*>(data) + 1, size - 1};
    if (data[0] % 2 == 0) {
        knock(everything, bytes, 1 + data[0] / 2U * 16U);
    } else {
        talk(everything, bytes);
    }
    return 0;
}
