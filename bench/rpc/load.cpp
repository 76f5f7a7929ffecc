#include "load.hpp"

#include "support/tcp_peer.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

namespace vesta::bench {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// One connection of a load.
struct lane {
    explicit lane(std::uint16_t port) : peer{port} {}

    testing::tcp_peer peer;
    std::size_t missing = 0; // lines that are still to come, or bytes where they are thrown away
    steady_clock::time_point due;
};

const std::string end_marker = "ECHO end\r\n";

/// The connections of a load, and who of them has something to read.
class lanes {
  public:
    explicit lanes(const load& how) : how_{how} {
        for (unsigned i = 0; i < how.pipeline; ++i)
            batch_ += how.command;
        for (unsigned i = 0; i < how.connections; ++i) {
            all_.push_back(std::make_unique<lane>(how.port));
            epoll_event about{.events = EPOLLIN, .data = {.ptr = all_.back().get()}};
            ::epoll_ctl(set_, EPOLL_CTL_ADD, all_.back()->peer.descriptor(), &about);
        }
        each_ = measure_answer();
    }
    lanes(const lanes&) = delete;
    lanes& operator=(const lanes&) = delete;
    ~lanes() { ::close(set_); }

    const std::vector<std::unique_ptr<lane>>& all() const noexcept { return all_; }

    void send(lane& on) const {
        on.peer.send(batch_);
        on.missing = each_ * how_.pipeline;
    }

    /// Throws where answers were not as long as the first, which nobody has looked at.
    void check_lengths() const {
        for (const auto& each : all_) {
            each->peer.read(each->missing);
            each->missing = 0;
            each->peer.send(end_marker);
            if (each->peer.read_line() != "$3\r\n") throw std::runtime_error{"a server's answers differ in length"};
        }
    }

    /// Calls @p done with each lane that has got all its answers, after waiting up to @p patience for some.
    template <class Done>
    void wait(nanoseconds patience, const Done& done) {
        std::array<epoll_event, 64> ready;
        const timespec limit{.tv_sec = patience.count() / 1'000'000'000, .tv_nsec = patience.count() % 1'000'000'000};
        const int count = ::epoll_pwait2(set_, ready.data(), static_cast<int>(ready.size()), &limit, nullptr);
        for (int i = 0; i < count; ++i) {
            auto& each = *static_cast<lane*>(ready[static_cast<std::size_t>(i)].data.ptr);
            read(each);
            if (each.missing == 0) done(each);
        }
    }

  private:
    /// Asks once, to see how long an answer is: in lines, or in bytes.
    std::size_t measure_answer() {
        auto& first = all_.front()->peer;
        first.send(how_.command + end_marker);
        std::size_t lines = 0;
        std::size_t bytes = 0;
        for (auto line = first.read_line(); line != "$3\r\n"; line = first.read_line()) {
            ++lines;
            bytes += line.size();
        }
        first.read_line();
        return how_.unread ? bytes : lines;
    }

    void read(lane& from) {
        if (how_.unread) return throw_away(from);
        const ssize_t got = ::recv(from.peer.descriptor(), chunk_.data(), chunk_.size(), MSG_DONTWAIT);
        if (got <= 0) throw std::runtime_error{"a server has closed a connection"};
        if (chunk_.front() == '-') throw std::runtime_error{"a server has refused: " + std::string(chunk_.data(), 80)};
        const auto lines = static_cast<std::size_t>(std::count(chunk_.begin(), chunk_.begin() + got, '\n'));
        from.missing -= std::min(lines, from.missing);
    }

    /// Has the system drop what came, without copying it here.
    static void throw_away(lane& from) {
        const ssize_t got = ::recv(from.peer.descriptor(), nullptr, from.missing, MSG_DONTWAIT | MSG_TRUNC);
        if (got < 0 && errno == EAGAIN) return; // told twice of the same bytes
        if (got <= 0) throw std::runtime_error{"a server has closed a connection"};
        from.missing -= static_cast<std::size_t>(got);
    }

    const load how_;
    std::string batch_;
    std::size_t each_ = 0;
    int set_ = ::epoll_create1(EPOLL_CLOEXEC);
    std::vector<std::unique_ptr<lane>> all_;
    std::vector<char> chunk_ = std::vector<char>(1 << 18);
};

constexpr nanoseconds rest = std::chrono::milliseconds{100};

} // namespace

double flat_out(const load& how, nanoseconds duration) {
    lanes all{how};
    std::uint64_t batches = 0;
    for (const auto& each : all.all())
        all.send(*each);
    const auto start = steady_clock::now();
    auto now = start;
    for (; now - start < duration; now = steady_clock::now()) {
        all.wait(rest, [&](lane& each) {
            ++batches;
            all.send(each);
        });
    }
    if (how.unread) all.check_lengths();
    return static_cast<double>(batches * how.pipeline) / std::chrono::duration<double>(now - start).count();
}

nanoseconds slowest_in_a_thousand(const load& how, double rate, nanoseconds duration) {
    lanes all{how};
    std::deque<lane*> idle;
    for (const auto& each : all.all())
        idle.push_back(each.get());
    const nanoseconds step{static_cast<std::int64_t>(1e9 / rate)};
    std::vector<nanoseconds> took;
    took.reserve(static_cast<std::size_t>(duration / step) + how.connections);
    const auto start = steady_clock::now();
    auto due = start;
    for (auto now = start; now - start < duration; now = steady_clock::now()) {
        // Where no connection is free the commands that are due wait, and that counts.
        for (; due <= now && !idle.empty(); due += step) {
            idle.front()->due = due;
            all.send(*idle.front());
            idle.pop_front();
        }
        all.wait(due > now ? due - now : nanoseconds{0}, [&](lane& each) {
            took.push_back(steady_clock::now() - each.due);
            idle.push_back(&each);
        });
    }
    if (took.empty()) throw std::runtime_error{"a server has answered nothing"};
    const auto place = took.begin() + static_cast<std::ptrdiff_t>(took.size() * 999 / 1000);
    std::ranges::nth_element(took, place);
    return *place;
}

} // namespace vesta::bench
