#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/net/endpoint.hpp>
#include <vesta/net/given_sockets.hpp>

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace vesta::net {
namespace {

constexpr int first_given = 3; // SD_LISTEN_FDS_START
constexpr int most_given = 64;

/// The number in the environment variable @p name; none if it is not set.
result<std::optional<int>> number_in(const char* name) {
    const char* const text = std::getenv(name); // NOLINT(concurrency-mt-unsafe): no thread yet
    if (text == nullptr) return std::optional<int>{};
    const auto number = read_number<int>(text);
    if (!number || *number < 0)
        return error{errc::invalid_settings, std::string{name} + " is " + in_quotes(text) + "; it is a number from 0"};
    return number;
}

bool is_listening(int socket) noexcept {
    int type = 0;
    int listening = 0;
    socklen_t size = sizeof type;
    if (::getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_STREAM) return false;
    size = sizeof listening;
    return ::getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening != 0;
}

/// None for another family, and for a unix socket without a path.
std::optional<listen_address> address_of(int socket) {
    sockaddr_storage at{};
    socklen_t size = sizeof at;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&at), &size) != 0) return {};
    if (at.ss_family == AF_UNIX) {
        const auto* const path = reinterpret_cast<const sockaddr_un*>(&at)->sun_path;
        if (size <= offsetof(sockaddr_un, sun_path) || path[0] == '\0') return {};
        return local_path{path};
    }
    if (at.ss_family != AF_INET && at.ss_family != AF_INET6) return {};
    tcp_endpoint where;
    if (size > where.capacity()) return {};
    std::copy_n(reinterpret_cast<const std::byte*>(&at), size, reinterpret_cast<std::byte*>(where.data()));
    where.resize(size);
    return where;
}

bool is_same(const listen_address& one, const listen_address& other) {
    const auto* const path = std::get_if<local_path>(&one);
    const auto* const second = std::get_if<local_path>(&other);
    if (path == nullptr || second == nullptr) return one == other;
    const auto whole = [](const local_path& of) { return std::filesystem::absolute(of.path).lexically_normal(); };
    return whole(*path) == whole(*second);
}

} // namespace

result<given_sockets> given_sockets::from_environment() {
    auto process = number_in("LISTEN_PID");
    if (!process) return std::move(process).error();
    auto count = number_in("LISTEN_FDS");
    if (!count) return std::move(count).error();
    for (const char* each : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"})
        ::unsetenv(each); // NOLINT(concurrency-mt-unsafe): no thread yet
    given_sockets made;
    if (*process != ::getpid() || !*count) return made; // for another process, or for nobody
    if (**count > most_given)
        return error{errc::invalid_settings,
                     "LISTEN_FDS is " + std::to_string(**count) + "; at most " + std::to_string(most_given)};
    for (int each = first_given; each < first_given + **count; ++each) {
        const auto where = is_listening(each) ? address_of(each) : std::nullopt;
        if (!where)
            return error{errc::invalid_settings,
                         "LISTEN_FDS: descriptor " + std::to_string(each) +
                             " is not a listening stream socket of TCP or at a path (ListenStream= of a socket unit)"};
        made.all_.push_back({*where, descriptor{each}});
    }
    return made;
}

descriptor given_sockets::take(const listen_address& where) {
    const auto found = std::ranges::find_if(all_, [&](const given& each) { return is_same(each.where, where); });
    if (found == all_.end()) return descriptor{};
    descriptor taken = std::move(found->socket);
    all_.erase(found);
    ::fcntl(taken.number(), F_SETFD, FD_CLOEXEC);
    ::fcntl(taken.number(), F_SETFL, ::fcntl(taken.number(), F_GETFL) | O_NONBLOCK);
    set_tcp_options(taken.number());
    return taken;
}

std::vector<listen_address> given_sockets::left() const {
    std::vector<listen_address> where;
    for (const given& each : all_)
        where.push_back(each.where);
    return where;
}

} // namespace vesta::net
