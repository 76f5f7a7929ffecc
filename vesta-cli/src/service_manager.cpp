#include "service_manager.hpp"

#include <vesta/base/descriptor.hpp>

#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <system_error>

namespace vesta::cli::service_manager {
namespace {

/// Sends @p state in one datagram: 0, or why not.
int send(std::string_view place, std::string_view state) noexcept {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    if (place.size() >= sizeof to.sun_path) return ENAMETOOLONG;
    std::memcpy(to.sun_path, place.data(), place.size());
    if (to.sun_path[0] == '@') to.sun_path[0] = '\0'; // a name that is no file
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + place.size());
    const descriptor from{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    const auto sent =
        ::sendto(from.number(), state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to), size);
    return sent < 0 ? errno : 0;
}

void tell(std::string_view state) {
    const char* const place =
        std::getenv("NOTIFY_SOCKET"); // NOLINT(concurrency-mt-unsafe): nobody changes the environment
    if (place == nullptr || *place == '\0') return;
    if (const int why = send(place, state); why != 0)
        spdlog::warn("NOTIFY_SOCKET: {}: {}", place, std::generic_category().message(why));
}

} // namespace

void tell_ready() {
    tell("READY=1\nSTATUS=serving");
}

void tell_reloading() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    tell("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(now.tv_sec * 1'000'000 + now.tv_nsec / 1'000));
}

void tell_stopping(std::string_view why) {
    std::string line{why};
    std::ranges::replace(line, '\n', ' '); // what follows a line's end would be another word to the manager
    tell("STOPPING=1\nSTATUS=" + line);
}

} // namespace vesta::cli::service_manager
