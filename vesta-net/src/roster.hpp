#pragma once

#include "connection.hpp"

#include <vesta/net/server.hpp>

#include <boost/intrusive/list.hpp>

#include <array>
#include <chrono>
#include <deque>
#include <utility>

namespace vesta::net {

/// The connections of one serving thread, filed by phase, and the line of those that have more to do than one turn is
/// for.
///
/// Thread-safety: none; belongs to one thread.
class roster {
  public:
    using time_point = connection::time_point;
    using list = boost::intrusive::list<connection, boost::intrusive::constant_time_size<false>>;

    explicit roster(const time_limits& of) noexcept
        : allowed_{of.idle, of.arrival, of.waiting, of.sending, of.lingering, of.handshake} {}

    /// In the order in which they entered @p that phase, so that the first of them are due first.
    list& in(phase that) noexcept { return filed_[static_cast<std::size_t>(that)]; }
    const list& in(phase that) const noexcept { return filed_[static_cast<std::size_t>(that)]; }
    std::array<list, phase_count>& all() noexcept { return filed_; }

    /// Files @p one under its phase, which begins @p now; returns when that ends.
    time_point file(connection& one, phase under, time_point now) noexcept;
    /// Does @p action with the present connections of @p that phase, whatever it makes of them.
    template <class Action>
    void for_each(phase that, Action action);

    /// Keeps a connection that was cut until `release`: readiness may name it once more.
    void retire(connection& one) noexcept;
    void release() noexcept;

    /// Gives @p one another turn after those that are in the line already.
    void line_up(connection& one) { line_.emplace_back(&one); }
    /// Calls a few to have a turn in the next round, so that clients with much to do delay the others by a few turns
    /// only. Whether some are left in the line: then another round must follow, though none of the few can send.
    bool call_forward() noexcept;

  private:
    const std::array<std::chrono::milliseconds, phase_count> allowed_;
    std::array<list, phase_count> filed_;
    list retired_;
    std::deque<connection::pointer> line_;
};

// Inline, since each round ends with them, and most find nothing to do.

inline void roster::release() noexcept {
    while (!retired_.empty()) {
        const connection::pointer last = retired_.front().let_go();
        last->unlink();
    }
}

inline bool roster::call_forward() noexcept {
    constexpr int called_at_once = 8;
    for (int called = 0; called < called_at_once && !line_.empty(); line_.pop_front()) {
        if (line_.front()->is_cut()) continue;
        line_.front()->come_forward();
        ++called;
    }
    return !line_.empty();
}

template <class Action>
void roster::for_each(phase that, Action action) {
    list& of = in(that);
    list all; // connections filed again meanwhile are done
    all.swap(of);
    while (!all.empty()) {
        const connection::pointer one{&all.front()};
        one->unlink();
        of.push_back(*one);
        action(*one);
    }
}

} // namespace vesta::net
