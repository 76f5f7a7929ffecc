#include "layer.hpp"

#include "names.hpp"
#include "trouble.hpp"

#include <openssl/err.h>

#include <algorithm>
#include <climits>
#include <new>

namespace vesta::tls::openssl {
namespace {

constexpr int reads_in_a_turn = 4;
constexpr int reads_in_a_step = 64; // of a handshake; what comes beyond waits until its deadline

int size_of(std::size_t bytes) noexcept {
    return static_cast<int>(std::min<std::size_t>(bytes, INT_MAX));
}

} // namespace

ssl_layer::ssl_layer(shared_context of, ssl_pointer fresh, int socket)
    : of_{std::move(of)}, socket_{.number = socket}, ssl_{std::move(fresh)} {
    BIO* const below = make_bio(socket_).release();
    SSL_set_bio(ssl_.get(), below, below); // owns it from here on
}

ssl_layer::~ssl_layer() {
    end_sending();
}

/// OpenSSL must not be used any more, not even for a farewell.
void ssl_layer::fail() noexcept {
    is_up_ = false;
    try {
        if (const long verified = SSL_get_verify_result(ssl_.get()); verified != X509_V_OK) {
            trouble_ = X509_verify_cert_error_string(verified);
        } else {
            trouble_ = take_trouble();
        }
        if (trouble_.empty()) trouble_ = "the connection ended";
    } catch (const std::bad_alloc&) { // there is no word for it
    }
    ERR_clear_error();
}

handshake ssl_layer::shake_hands() noexcept {
    ERR_clear_error();
    socket_.reads_left = reads_in_a_step;
    const int result = SSL_do_handshake(ssl_.get());
    if (result == 1) {
        is_up_ = true;
        return handshake::done;
    }
    switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
        return handshake::reads;
    case SSL_ERROR_WANT_WRITE:
        return handshake::writes;
    default:
        fail();
        return handshake::failed;
    }
}

/// One read takes one record at most: goes on with those that have arrived with it.
transfer ssl_layer::receive(std::span<char> into) noexcept {
    transfer all;
    ERR_clear_error();
    socket_.is_empty = false; // more may have been announced since
    socket_.reads_left = reads_in_a_turn;
    do {
        const auto rest = into.subspan(all.bytes);
        const int got = SSL_read(ssl_.get(), rest.data(), size_of(rest.size()));
        if (got <= 0) {
            stop_reading(all, got);
            return all;
        }
        all.bytes += static_cast<std::size_t>(got);
    } while (all.bytes < into.size() && SSL_has_pending(ssl_.get()) != 0);
    all.more = SSL_has_pending(ssl_.get()) != 0 || !socket_.is_empty;
    return all;
}

/// After bytes, an end or a failure is met again by the next call.
void ssl_layer::stop_reading(transfer& so_far, int result) noexcept {
    switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
        so_far.more = !socket_.is_empty;
        so_far.busy = so_far.more && so_far.bytes == 0;
        so_far.later = !so_far.more && so_far.bytes == 0;
        return;
    case SSL_ERROR_WANT_WRITE: // an answer of TLS's own goes first
        so_far.later = so_far.bytes == 0;
        so_far.more = true;
        return;
    case SSL_ERROR_ZERO_RETURN:
        so_far.ended = so_far.bytes == 0;
        so_far.more = true;
        return;
    default:
        if (is_up_) fail();
        so_far.failed = so_far.bytes == 0;
        so_far.more = true;
    }
}

transfer ssl_layer::send(std::string_view bytes) noexcept {
    transfer all;
    ERR_clear_error();
    while (all.bytes < bytes.size()) {
        const std::string_view rest = bytes.substr(all.bytes);
        const int taken = SSL_write(ssl_.get(), rest.data(), size_of(rest.size()));
        if (taken > 0) {
            all.bytes += static_cast<std::size_t>(taken);
            continue;
        }
        const int why = SSL_get_error(ssl_.get(), taken);
        all.later = why == SSL_ERROR_WANT_WRITE || why == SSL_ERROR_WANT_READ;
        all.failed = !all.later;
        if (all.failed) fail();
        break;
    }
    return all;
}

bool ssl_layer::has_input() const noexcept {
    return SSL_has_pending(ssl_.get()) != 0;
}

void ssl_layer::end_sending() noexcept {
    if (!is_up_ || (SSL_get_shutdown(ssl_.get()) & SSL_SENT_SHUTDOWN) != 0) return;
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
    ERR_clear_error();
}

std::vector<std::string> ssl_layer::certificate_names() const {
    const X509* const shown = SSL_get0_peer_certificate(ssl_.get());
    return shown != nullptr ? names_in(*shown) : std::vector<std::string>{};
}

} // namespace vesta::tls::openssl
