#include "session.hpp"

#include <algorithm>
#include <utility>

namespace vesta::rpc::detail {

session::session(const service& of, counters& counted, std::span<char> input, const net::client& with)
    : counted_{counted}, input_{input},
      interpreter_{of,
                   counted,
                   with.number(),
                   with.address(),
                   with.server_address(),
                   of.gate != nullptr ? with.certificate_names() : std::vector<std::string>{}} {}

std::span<char> session::room() {
    std::ranges::copy(kept_.view(), input_.begin());
    return input_.subspan(kept_.size());
}

net::step session::received(std::size_t count, net::turn& now) {
    const std::string_view input{input_.data(), kept_.size() + count};
    const interpreter::step done = interpreter_.advance(input, now.out, now.budget, now.arrival);
    kept_.clear_and_keep(net::memory_kept);
    kept_.append(input.substr(done.consumed));
    return told(done);
}

net::step session::resume(net::turn& now) {
    const interpreter::step done = interpreter_.advance(kept_.view(), now.out, now.budget, now.arrival);
    kept_.drop_front(done.consumed);
    if (kept_.empty()) kept_.clear_and_keep(net::memory_kept);
    return told(done);
}

net::step session::told(const interpreter::step& done) noexcept {
    waits_ = done.then == net::next::wait;
    answered_ += done.answered;
    return {.then = done.then, .wait = done.wait, .begins_anew = done.consumed != 0};
}

net::step session::end_of_input(net::turn&) {
    return {.then = net::next::close};
}

net::step session::arrival_timed_out(net::turn&) {
    return {.then = net::next::close};
}

/// The time of commands in front of a waiting one includes the wait. What a client takes to read makes no command slow:
/// they are counted when their answers are handed to the system, also if it takes a part, or nothing yet.
void session::answers_sent(std::chrono::steady_clock::time_point arrival, bool) noexcept {
    if (waits_ || answered_ == 0) return;
    const auto took = std::chrono::steady_clock::now() - arrival;
    interpreter_.note_time(answered_, took);
    counted_.latency.add(std::exchange(answered_, 0), took);
}

} // namespace vesta::rpc::detail
