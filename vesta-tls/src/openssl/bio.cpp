#include "bio.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <new>

namespace vesta::tls::openssl {
namespace {

socket_below& below(BIO* bio) noexcept {
    return *static_cast<socket_below*>(BIO_get_data(bio));
}

bool is_too_early() noexcept {
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

int read(BIO* bio, char* into, int size) {
    socket_below& from = below(bio);
    BIO_clear_retry_flags(bio);
    if (from.reads_left-- <= 0) {
        from.is_empty = false;
        BIO_set_retry_read(bio);
        return -1;
    }
    const ssize_t got = ::recv(from.number, into, static_cast<std::size_t>(size), MSG_DONTWAIT);
    from.is_empty = got != 0 && got < size; // the end is met again
    if (got < 0 && is_too_early()) BIO_set_retry_read(bio);
    if (got == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
    return static_cast<int>(got);
}

int write(BIO* bio, const char* bytes, int size) {
    BIO_clear_retry_flags(bio);
    const ssize_t taken = ::send(below(bio).number, bytes, static_cast<std::size_t>(size), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (taken < 0 && is_too_early()) BIO_set_retry_write(bio);
    return static_cast<int>(taken);
}

long control(BIO* bio, int what, long, void*) {
    switch (what) {
    case BIO_CTRL_FLUSH: // nothing is kept back
    case BIO_CTRL_DUP:
        return 1;
    case BIO_CTRL_EOF:
        return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
    default:
        return 0;
    }
}

bio_method_pointer make_method() {
    bio_method_pointer made{BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "vesta socket")};
    if (!made) throw std::bad_alloc{};
    BIO_meth_set_read(made.get(), read);
    BIO_meth_set_write(made.get(), write);
    BIO_meth_set_ctrl(made.get(), control);
    return made;
}

} // namespace

bio_pointer make_bio(socket_below& below) {
    static const BIO_METHOD* const method = make_method().release(); // for as long as the program runs
    bio_pointer made{BIO_new(method)};
    if (!made) throw std::bad_alloc{};
    BIO_set_data(made.get(), &below);
    BIO_set_init(made.get(), 1);
    return made;
}

} // namespace vesta::tls::openssl
