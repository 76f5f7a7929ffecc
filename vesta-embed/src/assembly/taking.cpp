#include "taking.hpp"

#include <algorithm>
#include <condition_variable>
#include <optional>
#include <utility>

namespace vesta::embed {
namespace {

using std::chrono::milliseconds;
using steady = std::chrono::steady_clock;

constexpr milliseconds first_pause{10};
constexpr milliseconds longest_pause{1000};

/// False if @p stop ended it.
bool rest(milliseconds duration, const std::stop_token& stop) {
    std::mutex alone;
    std::condition_variable_any never;
    std::unique_lock guard{alone};
    never.wait_for(guard, stop, duration, [] { return false; });
    return !stop.stop_requested();
}

/// Until when to wait out the refusal @p first and those that follow.
std::optional<steady::time_point> end_of_wait(const error& first, const open_options& how) {
    if (how.patience) return steady::now() + *how.patience;
    // A lease of this instance before a crash ends then; if it is renewed, another process has it.
    if (first.code == errc::in_use && first.retry_after) return steady::now() + *first.retry_after;
    return std::nullopt;
}

} // namespace

bool passes(const error& reason) {
    const bool held = reason.code == errc::in_use || reason.code == errc::exhausted || reason.code == errc::lease_lost;
    return reason.code == errc::store_unavailable || reason.code == errc::not_ready || (held && reason.retry_after);
}

result<machine_lease> taking::take() {
    auto leases = ask_();
    if (leases) {
        tell(severity::info, "machine ID " + std::to_string(leases->front().id.value) + " is held");
        over_ = true;
        return std::move(leases->front());
    }
    const error& reason = leases.error();
    if (passes(reason)) {
        tell(severity::warning, "no machine ID yet: " + reason.message + "; asked for again until there is one");
        return reason;
    }
    tell(severity::error, "no machine ID: " + reason.message);
    if (how_.failed && !over_.exchange(true)) how_.failed(reason);
    return reason;
}

void taking::tell(severity how_bad, const std::string& line) {
    const std::lock_guard guard{guard_};
    if (line == std::exchange(last_told_, line)) return;
    if (how_.log) how_.log(how_bad, line);
}

result<void> wait_until_held(reservation& awaited, const open_options& how) {
    std::optional<steady::time_point> until;
    for (auto pause = first_pause;; pause = std::min(2 * pause, longest_pause)) {
        auto taken = awaited.renew(true);
        if (taken || !passes(taken.error())) return taken;
        if (!until) until = end_of_wait(taken.error(), how);
        const auto now = steady::now();
        if (!until || now >= *until) return taken;
        const auto left = std::chrono::ceil<milliseconds>(*until - now);
        if (!rest(std::min(pause, left), how.stop))
            return error{errc::closed, "opening was cancelled while it waited: " + taken.error().message};
    }
}

} // namespace vesta::embed
