#include "stop_signal.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <poll.h>

namespace vesta::cli {
namespace {

// What a signal handler may touch.
volatile std::sig_atomic_t received_signal = 0;
const poll_flag* noticed = nullptr; // never deleted: a signal may come at any time
const poll_flag* other_noticed = nullptr;
std::atomic<std::uint64_t> others{0}; // that came: a bit for each
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

constexpr std::array stop_signals{SIGINT, SIGTERM};
constexpr std::array write_signals{SIGPIPE, SIGXFSZ};
constexpr std::array asking_signals{SIGHUP, SIGUSR1}; // as often as they come
// Each ends a program that has no use for it. So do the real-time signals.
constexpr std::array meaningless_signals{SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT};

constexpr std::uint64_t bit_of(int signal) noexcept {
    return std::uint64_t{1} << (signal - 1);
}

/// The second one, whichever it is, has its usual effect; a write that blocks is interrupted by the first.
void note(int signal) {
    const int saved = errno;
    received_signal = signal;
    for (const int each : stop_signals)
        std::signal(each, SIG_DFL);
    noticed->set();
    errno = saved;
}

void note_other(int signal) {
    const int saved = errno;
    others.fetch_or(bit_of(signal));
    if (std::ranges::find(asking_signals, signal) == asking_signals.end()) std::signal(signal, SIG_IGN);
    other_noticed->set();
    errno = saved;
}

} // namespace

other_signals::other_signals() {
    other_noticed = new poll_flag;
    struct sigaction action{};
    action.sa_handler = note_other;
    action.sa_flags = SA_RESTART;
    for (const int each : asking_signals)
        ::sigaction(each, &action, nullptr);
    for (const int each : meaningless_signals)
        ::sigaction(each, &action, nullptr);
    for (int each = SIGRTMIN; each <= SIGRTMAX; ++each)
        ::sigaction(each, &action, nullptr);
}

int other_signals::take() const noexcept {
    other_noticed->take();
    const std::uint64_t came = others.load();
    if (came == 0) return 0;
    const int first = std::countr_zero(came) + 1;
    others.fetch_and(~bit_of(first));
    return first;
}

int other_signals::descriptor() const noexcept {
    return other_noticed->descriptor();
}

stop_signal::stop_signal() {
    noticed = new poll_flag;
    struct sigaction action{};
    action.sa_handler = note;
    for (const int each : stop_signals)
        ::sigaction(each, &action, nullptr);
    for (const int each : write_signals)
        std::signal(each, SIG_IGN);
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
