#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace vesta::testing {

/// The value of an environment variable that with_servers.py sets; a test that runs without it fails.
inline std::string server_setting(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr)
        throw std::runtime_error{std::string{name} +
                                 " is not set: run this test through tests/support/with_servers.py"};
    return value;
}

/// Gives an order to the servers and proxies around this test ("kill mariadb", "proxy open redis": see
/// `with_servers.py ctl help`) and waits until it is done. The answer is a process ID, a proxy's port, or empty.
inline std::string order(const std::string& words) {
    const std::string path = server_setting("VESTA_TEST_CONTROL");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    const int link = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const std::string line = words + "\n";
    std::string answer;
    if (::connect(link, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::send(link, line.data(), line.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(line.size())) {
        char chunk[4096];
        for (ssize_t got = 0; (got = ::recv(link, chunk, sizeof chunk, 0)) > 0;)
            answer.append(chunk, static_cast<std::size_t>(got));
    }
    ::close(link);
    if (answer.rfind("ok ", 0) != 0) throw std::runtime_error{"order '" + words + "' failed: " + answer};
    return answer.substr(3, answer.find('\n') - 3);
}

} // namespace vesta::testing
