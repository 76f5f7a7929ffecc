#include <vesta/net/common_socket.hpp>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace vesta::net {
namespace {

constexpr mode_t owner_and_group = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP;

error cannot_listen(const std::string& path, int why) {
    errc code = errc::internal;
    if (why == EADDRINUSE) code = errc::in_use;
    if (why == EACCES || why == EPERM || why == ENOENT || why == ENOTDIR || why == EROFS || why == EEXIST)
        code = errc::invalid_settings;
    const std::string reason = why == EEXIST       ? "the file there is no socket"
                               : why == EADDRINUSE ? "another server listens there"
                                                   : std::generic_category().message(why);
    return {code, "cannot listen at unix:" + path + ": " + reason};
}

sockaddr_un address_of(const std::string& path) noexcept {
    sockaddr_un made{};
    made.sun_family = AF_UNIX;
    std::memcpy(made.sun_path, path.data(), std::min(path.size(), sizeof made.sun_path - 1));
    return made;
}

const sockaddr* plain(const sockaddr_un& of) noexcept {
    return reinterpret_cast<const sockaddr*>(&of);
}

descriptor make_socket() noexcept {
    return descriptor{::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
}

/// Removes what a server that is gone has left at @p path: 0, or why not.
int remove_left_behind(const std::string& path) noexcept {
    struct stat about{};
    if (::lstat(path.c_str(), &about) != 0) return errno == ENOENT ? 0 : errno;
    if (!S_ISSOCK(about.st_mode)) return EEXIST;
    const descriptor probe = make_socket();
    const sockaddr_un there = address_of(path);
    if (::connect(probe.number(), plain(there), sizeof there) == 0 || errno == EAGAIN) return EADDRINUSE;
    if (errno != ECONNREFUSED) return errno;
    return ::unlink(path.c_str()) == 0 || errno == ENOENT ? 0 : errno;
}

/// 0, or why not. The file never has a mode that lets others connect.
int bind_to(const descriptor& to, const std::string& path) noexcept {
    const sockaddr_un there = address_of(path);
    if (::fchmod(to.number(), owner_and_group) != 0) return errno; // the file takes it over, without the umask's bits
    if (::bind(to.number(), plain(there), sizeof there) != 0) return errno;
    if (::chmod(path.c_str(), owner_and_group) != 0) return errno;
    return ::listen(to.number(), SOMAXCONN) == 0 ? 0 : errno;
}

} // namespace

result<common_socket> common_socket::listen(const std::string& path) {
    if (const int why = remove_left_behind(path); why != 0) return cannot_listen(path, why);
    descriptor fresh = make_socket();
    if (!fresh.is_open()) return cannot_listen(path, errno);
    if (const int why = bind_to(fresh, path); why != 0) return cannot_listen(path, why);
    return common_socket{path, std::move(fresh)};
}

common_socket::common_socket(std::string path, descriptor listening)
    : path_{std::move(path)}, listening_{std::move(listening)} {
    struct stat about{};
    ::lstat(path_.c_str(), &about);
    device_ = about.st_dev;
    file_ = about.st_ino;
}

common_socket::~common_socket() {
    close();
}

void common_socket::close() noexcept {
    if (!listening_.is_open()) return;
    if (!path_.empty()) remove_file();
    listening_.close();
}

void common_socket::remove_file() const noexcept {
    struct stat about{};
    const bool is_there = ::lstat(path_.c_str(), &about) == 0;
    if (is_there && about.st_dev == device_ && about.st_ino == file_) ::unlink(path_.c_str());
}

descriptor common_socket::share() const {
    descriptor same{::fcntl(listening_.number(), F_DUPFD_CLOEXEC, 0)};
    if (!same.is_open()) throw std::system_error{errno, std::system_category(), "fcntl"};
    return same;
}

} // namespace vesta::net
