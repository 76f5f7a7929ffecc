#include "session/waiting.hpp"

#include <algorithm>
#include <utility>

namespace vesta::rest {

session::waiting::waiting(const id_order& what, const filling& begun, std::span<const id> so_far, services& server)
    : order{what}, ids(so_far.begin(), so_far.end()), fill{begun}, pause{begun.pause()},
      until{std::chrono::steady_clock::now() + server.limit.serve}, has_some{begun.has_got()} {
    fill.move_to(ids);
}

session::waiting::waiting(const id_order& what, services& server)
    : order{what}, fill{*what.from, {}, server.limit.patience},
      until{std::chrono::steady_clock::now() + server.limit.serve}, is_batch_{true} {}

void session::waiting::land() noexcept {
    in_flight_.reset();
    landed_ = std::chrono::steady_clock::now();
}

bool session::waiting::take_off(services& server) {
    if (in_flight_) return true;
    // The time in which its client did not read is not the server's.
    if (landed_) until += std::chrono::steady_clock::now() - *std::exchange(landed_, std::nullopt);
    in_flight_.emplace(server.requests_in_flight);
    if (in_flight_->within(server.limit.requests_in_flight)) return true;
    in_flight_.reset();
    return false;
}

void session::waiting::make_piece() {
    batch_pacer& pacer = order.generator->pacer();
    const auto now = std::chrono::steady_clock::now();
    pause = pacer.pause(now, !ids.empty(), queued_);
    if (pause > no_time) {
        queued_ += pause;
        return;
    }
    if (fill.is_full()) {
        const std::size_t had = ids.size();
        ids.resize(std::min(had + batch_pacer::piece, order.count));
        fill.go_on_in(std::span{ids}.subspan(had));
    }
    state = fill.step();
    if (state == filling::state::wait) pause = fill.pause();
    if (fill.has_got()) pacer.took(now, fill.held_back());
}

bool session::waiting::goes_on() {
    const bool wants_more = !fill.is_full() || ids.size() < order.count;
    if (is_batch_ && wants_more) {
        make_piece();
    } else {
        state = fill.step();
        pause = fill.pause();
    }
    has_some = has_some || fill.has_got();
    const bool unfinished = is_batch_ && state == filling::state::done && ids.size() < order.count;
    return state == filling::state::wait || unfinished;
}

} // namespace vesta::rest
