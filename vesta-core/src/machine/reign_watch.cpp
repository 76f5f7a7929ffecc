#include <vesta/machine/reign_watch.hpp>

#include <algorithm>

namespace vesta {

bool reign_watch::knowledge::is_newer_than(const store_answer& now) const {
    return !during.holder.empty() && (now.holder != during.holder || now.revision < revision);
}

// A lower number, or another reign of the same one, is a backup's; by a higher one somebody ended what was known.
// Another holder is the next one, unless the data went back to one before.
bool reign_watch::knowledge::has_ended(const store_answer& now, const reign& found) const {
    if (now.holder != during.holder) return now.revision < revision && found.number <= during.number;
    if (found.number != during.number) return found.number < during.number;
    return found.text != during.text || is_over || now.revision < revision;
}

reign_watch::knowledge reign_watch::known() const {
    const std::lock_guard guard{guard_};
    return known_;
}

void reign_watch::hear(const store_answer& from) {
    const std::lock_guard guard{guard_};
    known_.at = from.at;
    known_.heard = boot_clock::now();
    if (from.holder == known_.during.holder) known_.revision = std::max(known_.revision, from.revision);
}

void reign_watch::remember(const store_answer& from, const reign& now) {
    const std::lock_guard guard{guard_};
    const bool goes_on = known_.during.text == now.text;
    if (!goes_on) highest_.clear();
    known_ = {.during = now,
              .revision = goes_on ? std::max(known_.revision, from.revision) : from.revision,
              .is_over = goes_on && known_.is_over,
              .at = from.at,
              .heard = boot_clock::now()};
}

void reign_watch::note(const std::string& key, std::int64_t revision) {
    const std::lock_guard guard{guard_};
    auto& highest = highest_[key];
    highest = std::max(highest, revision);
}

// One that was noted later than the key was read has a later revision than all had then.
bool reign_watch::went_back(const std::string& key, std::int64_t its, std::int64_t revision) {
    const std::lock_guard guard{guard_};
    const auto known = highest_.find(key);
    const bool found = known != highest_.end() && its < known->second && known->second <= revision;
    known_.is_over |= found;
    return found;
}

std::optional<unix_ms> reign_watch::told_now() const {
    const knowledge told = known();
    if (told.at == unix_ms{}) return std::nullopt;
    return told.at + std::chrono::floor<std::chrono::milliseconds>(boot_clock::now() - told.heard);
}

} // namespace vesta
