#include "mark_files.hpp"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

constexpr unix_ms first_release{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};

/// Enters the uses of @p more in @p known, one entry per pattern. A use up to 0 is left out: it holds no tick. Starts
/// without a mark wrote such ones, and what was made later would count as made since 1970.
void merge(mark_history& known, const mark_history& more) {
    for (const auto& each : more.uses) {
        if (each.until == unix_ms{}) continue;
        const auto same = std::ranges::find(known.uses, each.of, &pattern_use::of);
        if (same == known.uses.end()) {
            known.uses.push_back(each);
        } else {
            same->from = std::min(same->from, each.from);
            same->until = std::max(same->until, each.until);
        }
    }
}

error copied(const std::filesystem::path& folder, machine_id machine) {
    const auto id = std::to_string(machine.value);
    return {
        errc::state_unusable,
        "the marks of machine ID " + id + " in " + folder.string() +
            " were written in another place: the folder is a copy, of a host, an image, a volume or a backup, and the "
            "original may have gone on; use the original, or another machine ID; where the original is gone for "
            "good: vesta machines release " +
            id};
}

} // namespace

result<bool> has_marks(disk& on, machine_id machine, const std::string& method) {
    const mark_names names{machine, method};
    const auto all = on.list();
    if (!all) return all.error();
    return std::ranges::any_of(
        *all, [&](const auto& each) { return each == names.fence() || names.number_of(each).has_value(); });
}

mark_files::mark_files(std::shared_ptr<disk> on, machine_id machine, const lease_request& request,
                       const wall_clock& clock)
    : on_{std::move(on)}, machine_{machine}, patterns_{request.patterns}, spans_{request.spans},
      fresh_from_{request.fresh_from}, clock_{clock} {}

result<void> mark_files::open(const std::vector<std::string>& methods) {
    for (const auto& method : methods) {
        auto opened = mark_series::open(*on_, machine_, method);
        if (!opened) return std::move(opened).error();
        series_.push_back(*std::move(opened));
        const auto& found = series_.back().found();
        value_ = std::max(value_, found.mark);
        merge(found_, found.history);
        where_.push_back(found.where);
    }
    return {};
}

std::optional<clock_reading> mark_files::last_seen() const {
    const auto boot = on_->clocks().boot;
    std::optional<clock_reading> latest;
    for (const auto& each : series_) {
        const auto& seen = each.found().clock;
        if (!seen || boot.empty() || seen->boot != boot) continue;
        if (!latest || latest->since_boot < seen->since_boot) latest = seen;
    }
    if (latest) latest->wall = std::max(latest->wall, value_);
    return latest;
}

/// The marks of other methods count as well: their IDs have this machine ID, too.
result<void> mark_files::take_in_other_methods() {
    std::vector<std::string> own;
    for (const auto& each : series_)
        own.push_back(each.found().method);
    auto others = read_other_methods(*on_, machine_, own);
    if (!others) return std::move(others).error();
    for (const auto& each : *others)
        merge(found_, each.history);
    return {};
}

/// A mark of version 0.1 has no patterns: it counts for those wanted now.
void mark_files::take_in_old_marks() {
    if (found_.uses.empty()) return; // `record_use` handles that
    for (const auto& each : series_) {
        if (each.found().number != 0 || each.found().mark == unix_ms{}) continue;
        mark_history old;
        for (const auto& pattern : patterns_)
            old.uses.push_back({pattern, std::min(each.found().mark, first_release), each.found().mark});
        take_in_past(std::move(old));
    }
}

/// What is known of patterns, and not of when they were made: a successor's not before its instant.
void mark_files::take_in_past(mark_history past) {
    for (auto& each : past.uses)
        each.from = std::max(each.from, span_of(each.of, spans_).from);
    std::erase_if(past.uses, [](const pattern_use& each) { return each.from > each.until; });
    merge(found_, past);
}

result<void> mark_files::check_places() {
    for (std::size_t i = 0; i < series_.size(); ++i) {
        auto here = series_[i].where();
        if (!here) return std::move(here).error();
        if (where_[i] && !same_place(*where_[i], *here)) return copied(on_->folder(), machine_);
        placed_ = placed_ && where_[i] == *here;
        where_[i] = *std::move(here);
    }
    return {};
}

result<void> mark_files::start(host_visit* visit, const std::string& space, unix_ms now) {
    if (auto same = check_places(); !same) return same;
    if (auto read = take_in_other_methods(); !read) return read;
    take_in_old_marks();
    const host_owner self{space, machine_, patterns_, on_->folder()};
    if (visit != nullptr) {
        auto past = visit->look(self, now);
        if (!past) return std::move(past).error();
        take_in_past(*std::move(past));
    }
    if (auto chosen = choose_start(now); !chosen) return chosen;
    if (visit != nullptr) {
        auto entered = visit->enter(self, start_);
        if (!entered) return std::move(entered).error();
        entry_ = *std::move(entered);
    }
    return claim();
}

/// Without a mark nobody knows when the patterns were used first: a trace on this host tells of the time since it was
/// started alone.
void mark_files::count_as_used_since(unix_ms since, unix_ms start) {
    for (const auto& each : patterns_) {
        const auto own = std::ranges::find(found_.uses, each, &pattern_use::of);
        const unix_ms first = std::max(since, span_of(each, spans_).from);
        if (own != found_.uses.end()) {
            own->from = std::min(own->from, first);
        } else if (first <= start) {
            found_.uses.push_back({each, first, first});
        }
    }
}

result<void> mark_files::choose_start(unix_ms now) {
    start_ = value_;
    if (patterns_.empty()) return {};
    auto start = start_for(found_, value_, patterns_, machine_, now, spans_);
    if (!start) return std::move(start).error();
    const bool fresh = value_ == unix_ms{};
    if (fresh) count_as_used_since(std::min(*start, first_release), *start);
    start_ = value_ = fresh ? std::max(*start, fresh_from_) : *start;
    return {};
}

/// A mark names its lock file. The first such mark makes the lock file durable, too: with another lock file after a
/// power cut the folder would look like a copy for ever.
result<void> mark_files::keep_places() {
    return placed_ ? result<void>{} : on_->sync_folder();
}

/// Writes the mark as it was found, with this owner's name. It covers nothing, so the folder is not synchronised yet.
result<void> mark_files::claim() {
    if (auto kept = keep_places(); !kept) return kept;
    const auto record = next_record(value_);
    if (!record) return record.error();
    for (std::size_t i = 0; i < series_.size(); ++i) {
        auto next = *record;
        next.where = where_[i];
        auto taken = series_[i].put(std::move(next));
        if (taken) taken = series_[i].verify();
        if (taken) taken = series_[i].verify_highest();
        if (!taken && taken.error().code == errc::lease_lost) return error{errc::in_use, taken.error().message};
        if (!taken) return taken;
    }
    return {};
}

result<mark_record> mark_files::next_record(unix_ms mark) const {
    if (mark < unix_ms{} || mark > latest_mark)
        return error{errc::state_unusable, "a mark at " + to_rfc3339(mark) + " cannot be kept: is the clock right?"};
    auto history = record_use(found_, patterns_, machine_, start_, mark, spans_);
    if (!history) return std::move(history).error();
    return mark_record{.machine = machine_,
                       .mark = mark,
                       .process = ::getpid(),
                       .clock = read_clocks(),
                       .history = *std::move(history)};
}

/// A doubted time is not stored: the next start would believe it.
clock_reading mark_files::read_clocks() const {
    auto now = on_->clocks();
    now.wall = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    now.set = clock_.is_set();
    return now;
}

/// Checks that the locks are ours.
///
/// Errors: `lease_lost`.
result<void> mark_files::confirm() {
    for (const auto& each : series_)
        if (auto ours = each.confirm(); !ours) return ours;
    return {};
}

result<void> mark_files::write_all(const mark_record& record) {
    for (std::size_t i = 0; i < series_.size(); ++i) {
        auto next = record;
        next.where = where_[i];
        if (auto made = series_[i].put(std::move(next)); !made) return made;
    }
    if (auto durable = on_->sync_folder(); !durable) return durable;
    for (auto& each : series_)
        if (auto verified = each.verify(); !verified) return verified;
    for (auto& each : series_)
        each.tidy();
    return {};
}

/// A lost machine ID stays lost: another owner may be serving already.
result<void> mark_files::keep(result<void> outcome) {
    if (!outcome && outcome.error().code == errc::lease_lost) lost_ = outcome.error();
    return outcome;
}

result<void> mark_files::write(unix_ms mark) {
    if (lost_) return *lost_;
    if (auto ours = confirm(); !ours) return keep(std::move(ours));
    const auto record = next_record(mark);
    if (!record) return record.error();
    return keep(write_all(*record));
}

result<void> mark_files::advance(unix_ms to) {
    // First in the register, which must never say less than was used, whenever this process ends.
    if (entry_ && !lost_)
        if (auto noted = entry_->note(to); !noted) return noted;
    auto written = write(to);
    if (written) value_ = to;
    return written;
}

result<void> mark_files::release(unix_ms used) {
    auto written = write(used);
    if (written) value_ = used;
    if (written && entry_) written = entry_->note(used);
    entry_.reset();
    series_.clear();
    return written;
}

result<void> mark_files::clear_place() {
    std::ranges::fill(where_, std::nullopt);
    return write(value_);
}

} // namespace vesta::file
