#include <vesta/time/clock_guard.hpp>

#include <utility>

namespace vesta {
namespace {

using std::chrono::milliseconds;

// A wall clock that is behind for this long is right.
constexpr std::chrono::hours right_after{1};

/// A duration for people, rounded to seconds, hours or days.
std::string roughly(milliseconds span) {
    using namespace std::chrono;
    if (span >= days{2}) return to_text(floor<days>(span));
    if (span >= hours{2}) return to_text(floor<hours>(span));
    return to_text(floor<seconds>(span));
}

} // namespace

std::string clock_guard::doubt::text() const {
    return "the wall clock is " + roughly(ahead) + " ahead of " +
           (by_store ? "the store's clock" : "the time that has passed since it was last believed") +
           ", which is more than clock.max-forward (" + to_text(max_forward) +
           ") and not believed: IDs go on by the time it should be. Set the clock right; where it is right, restart "
           "once with a larger clock.max-forward";
}

clock_guard::clock_guard(const wall_clock& clock, milliseconds max_forward, log_sink log)
    : clock_{clock}, max_forward_{max_forward}, log_{std::move(log)}, started_{clock.now(), clock.steady()},
      anchor_{started_}, unset_{!clock.is_set()} {}

unix_ns clock_guard::now() const noexcept {
    const verdict found = judge();
    tell(found);
    return found.believed;
}

std::optional<clock_guard::doubt> clock_guard::in_doubt() const noexcept {
    const verdict found = judge();
    tell(found);
    return found.why_not;
}

void clock_guard::store_says(unix_ms time) noexcept {
    const std::lock_guard guard{guard_};
    store_ = sight{time, clock_.steady()};
}

void clock_guard::continue_from(unix_ms wall, boot_clock::time_point at) noexcept {
    const std::lock_guard guard{guard_};
    // From another boot, or older than what was heard before.
    if (at > started_.at || (continued_ && at <= *continued_)) return;
    continued_ = at;
    const sight earlier{wall, at};
    // An earlier time ahead of this clock proves nothing: the clock was set back, or the earlier process was deceived.
    anchor_ = earlier.later(started_.at) < started_.wall ? earlier : started_;
}

bool clock_guard::is_far_ahead(unix_ns wall, unix_ns of) const noexcept {
    return wall > of && wall - of > max_forward_;
}

clock_guard::verdict clock_guard::judge() const noexcept {
    const std::lock_guard guard{guard_};
    return judge({clock_.now(), clock_.steady()});
}

clock_guard::verdict clock_guard::judge(sight seen) const noexcept {
    if (max_forward_ <= milliseconds{0}) return {seen.wall, {}, false};
    hear_time_server(seen);
    if (store_) hear_store(seen);
    const unix_ns own = anchor_.later(seen.at);
    const bool by_store = store_ && is_far_ahead(seen.wall, store_->later(seen.at));
    const bool believed = !is_far_ahead(seen.wall, own) || (store_ && !by_store);
    const bool changed = std::exchange(doubted_, !believed) == believed;
    if (believed) {
        believe(seen);
        return {seen.wall, {}, changed};
    }
    const auto ahead = std::chrono::floor<milliseconds>(seen.wall - own);
    return {own, doubt{ahead, by_store, max_forward_}, changed};
}

/// Until the two have agreed once, the store's time counts.
void clock_guard::hear_store(sight seen) const noexcept {
    const unix_ns told = store_->later(seen.at);
    const bool agree = !is_far_ahead(seen.wall, told) && !is_far_ahead(told, seen.wall);
    if (!vouched_ && is_far_ahead(seen.wall, told)) anchor_ = {told, seen.at};
    vouched_ = vouched_ || agree || is_far_ahead(seen.wall, told);
}

void clock_guard::hear_time_server(sight seen) const noexcept {
    if (!unset_ || seen.at < ask_from_) return;
    ask_from_ = seen.at + std::chrono::seconds{1}; // a system call
    if (!clock_.is_set()) return;
    unset_ = false;
    if (!store_) anchor_ = seen; // a store judges better
}

/// Follows the wall clock forward at once, but back only when it stays there: a clock that steps back and then returns
/// must not look like one far ahead.
void clock_guard::believe(sight seen) const noexcept {
    const bool stays_behind = behind_since_ && seen.at - *behind_since_ >= right_after;
    if (seen.wall >= anchor_.later(seen.at) || stays_behind) {
        anchor_ = seen;
        behind_since_.reset();
    } else if (!behind_since_) {
        behind_since_ = seen.at;
    }
}

void clock_guard::tell(const verdict& of) const noexcept {
    if (!of.changed || !log_) return;
    try {
        if (of.why_not)
            log_(severity::warning, of.why_not->text());
        else
            log_(severity::info, "the wall clock is believed again; IDs follow it");
    } catch (...) { // only a log line is lost
    }
}

} // namespace vesta
