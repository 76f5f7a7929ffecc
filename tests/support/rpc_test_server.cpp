// A server to be killed, paused and measured: the RPC server over the test catalogue, in a process of its own.
//   rpc_test_server [NAME VALUE]...      listen ADDRESS:PORT, threads N, machine N, password TEXT, idle MS, connections
//   N
// Prints "ready ADDRESS:PORT" and serves until SIGTERM or SIGINT. Its marks are kept in memory: a test that restarts
// one gives it another machine ID.
#include "test_catalogue.hpp"

#include <vesta/rpc/server.hpp>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>

namespace {

unsigned number(std::string_view text) {
    unsigned value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

bool set(std::string_view name, std::string_view value, vesta::rpc::server_options& options,
         vesta::testing::test_catalogue_options& generators) {
    if (name == "listen")
        options.listen = value;
    else if (name == "threads")
        options.threads = number(value);
    else if (name == "machine")
        generators.machine.value = number(value);
    else if (name == "password")
        options.password = value;
    else if (name == "idle")
        options.limits.idle = std::chrono::milliseconds{number(value)};
    else if (name == "connections")
        options.limits.connections = number(value);
    else
        return false;
    return true;
}

} // namespace

int main(int count, char** words) {
    vesta::rpc::server_options options{.listen = "127.0.0.1:0", .threads = 1};
    vesta::testing::test_catalogue_options made_of;
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count || !set(words[i], words[i + 1], options, made_of)) {
            std::fprintf(stderr, "rpc_test_server: '%s' is no option, or has no value\n", words[i]);
            return 2;
        }
    }
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);

    vesta::testing::test_catalogue generators{made_of};
    auto serving = vesta::rpc::server::start(options, generators);
    if (!serving) {
        std::fprintf(stderr, "rpc_test_server: %s\n", serving.error().message.c_str());
        return 1;
    }
    std::printf("ready %s\n", (*serving)->address().c_str());
    std::fflush(stdout);
    int which = 0;
    ::sigwait(&ends, &which);
    (*serving)->begin_stop(std::chrono::seconds{5});
    return (*serving)->wait() ? 0 : 1;
}
