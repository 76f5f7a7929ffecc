#include "watch.hpp"

#include <vesta/time/clock.hpp>

#include <utility>

namespace vesta::cli {
namespace {

constexpr std::chrono::seconds patience{1};
constexpr std::chrono::seconds pause{5};

error conflict_with(const std::string& peer, const std::string& what, bool at_start) {
    return {errc::in_use, "peer " + peer + " uses " + what + ": two processes with one machine ID make the same IDs" +
                              (at_start ? "" : ", and this one started later, so it makes no more") +
                              "; give each its own (machine-id)"};
}

} // namespace

peer_watch::peer_watch(peer_watch_options options) : options_{std::move(options)} {
    for (const std::string& each : options_.peers)
        threads_.emplace_back([this, &each](const std::stop_token& end) { watch(each, end); });
}

peer_watch::~peer_watch() {
    for (auto& each : threads_)
        each.request_stop();
    threads_.clear(); // waits for each
}

void peer_watch::wait_for_first_answers() {
    std::unique_lock guard{guard_};
    changed_.wait_for(guard, 2 * patience, [this] { return first_answers_ == options_.peers.size(); });
    serving_ = true;
}

void peer_watch::watch(const std::string& peer, const std::stop_token& end) {
    std::string last;
    for (bool at_start = true; !end.stop_requested(); at_start = false) {
        const auto answer = ask_for_machines(peer, options_.known_by, patience, end);
        if (answer) {
            note(peer, last, "");
            look_at(peer, *answer);
        } else if (!end.stop_requested()) {
            note(peer, last, answer.error().message);
        }
        std::unique_lock guard{guard_};
        if (at_start) {
            ++first_answers_;
            changed_.notify_all();
        }
        changed_.wait_for(guard, end, pause, [] { return false; });
    }
}

void peer_watch::look_at(const std::string& peer, const std::string& answer) {
    const auto theirs = embed::machine_use::parse(answer);
    if (!theirs) return options_.log(severity::warning, "peer " + peer + ": " + theirs.error().message);
    const embed::machine_use ours = options_.ours();
    const auto now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    const auto conflict = embed::find_conflict(ours, *theirs, now);
    if (!conflict) return;
    const bool at_start = !serving_;
    if (at_start || ours.gives_way_to(*theirs)) {
        options_.give_way(conflict_with(peer, *conflict, at_start), at_start);
    } else {
        options_.log(severity::error,
                     "peer " + peer + " uses " + *conflict + " as well; it started later, and is to stop generating");
    }
}

/// Logs @p line if it differs from the @p last one; an empty line means no trouble.
void peer_watch::note(const std::string& peer, std::string& last, const std::string& line) const {
    if (line == std::exchange(last, line)) return;
    if (line.empty())
        options_.log(severity::info, "peer " + peer + " answers again");
    else
        options_.log(severity::warning, line + "; who has its machine IDs is not known");
}

} // namespace vesta::cli
