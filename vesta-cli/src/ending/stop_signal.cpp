#include "stop_signal.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>

namespace vesta::cli {
namespace {

// What a signal handler may touch.
volatile std::sig_atomic_t received_signal = 0;
const event* noticed = nullptr; // never deleted: a signal may come at any time
const event* reload_asked = nullptr;

constexpr std::array stop_signals{SIGINT, SIGTERM};

/// The second one, whichever it is, has its usual effect; a write that blocks is interrupted by the first.
void note(int signal) {
    const int saved = errno;
    received_signal = signal;
    for (const int each : stop_signals)
        std::signal(each, SIG_DFL);
    noticed->set();
    errno = saved;
}

void note_reload(int) {
    const int saved = errno;
    reload_asked->set();
    errno = saved;
}

} // namespace

reload_signal::reload_signal() {
    reload_asked = new event;
    struct sigaction action{};
    action.sa_handler = note_reload;
    ::sigaction(SIGHUP, &action, nullptr);
}

bool reload_signal::take() const noexcept {
    return reload_asked->take();
}

int reload_signal::descriptor() const noexcept {
    return reload_asked->descriptor();
}

stop_signal::stop_signal() {
    noticed = new event;
    struct sigaction action{};
    action.sa_handler = note;
    for (const int each : stop_signals)
        ::sigaction(each, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

int stop_signal::received() const noexcept {
    return received_signal;
}

int stop_signal::descriptor() const noexcept {
    return noticed->descriptor();
}

void stop_signal::end_program() const {
    std::signal(received_signal, SIG_DFL);
    std::raise(received_signal);
    std::abort(); // not reached: both signals end a program by default
}

stop_relay::stop_relay(const stop_signal& by)
    : thread_{[this, &by] {
          std::array<pollfd, 2> waited{pollfd{.fd = by.descriptor(), .events = POLLIN, .revents = 0},
                                       pollfd{.fd = ended_.descriptor(), .events = POLLIN, .revents = 0}};
          while (::poll(waited.data(), waited.size(), -1) < 0 && errno == EINTR) {
          }
          if (by.received() != 0) source_.request_stop();
      }} {}

stop_relay::~stop_relay() {
    ended_.set();
    thread_.join();
}

void interruptible_clock::rest(std::chrono::nanoseconds duration) const {
    constexpr std::int64_t second = 1'000'000'000;
    const timespec timeout{.tv_sec = duration.count() / second, .tv_nsec = duration.count() % second};
    pollfd waited{.fd = by_.descriptor(), .events = POLLIN, .revents = 0};
    ::ppoll(&waited, 1, &timeout, nullptr);
}

} // namespace vesta::cli
