#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/machine/mark_history.hpp>

#include <algorithm>
#include <utility>

namespace vesta {
namespace {

using std::chrono::milliseconds;

constexpr unix_ms last_instant{milliseconds{253402300800000}}; // the year 10000
constexpr unix_ms before_us{milliseconds{1767225600000}};      // 2026: no release of this program is older
constexpr milliseconds fresh_margin = std::chrono::days{1};    // a clock may be set back by as much at first

/// IDs to be made, and IDs of a recorded use.
class pair {
  public:
    /// With @p everywhere the use counts for every machine ID, else for @p own alone.
    pair(const id_pattern& wanted, const pattern_use& use, machine_id own, bool everywhere)
        : made_{wanted, own, own}, used_{reach_between(use.of, everywhere ? machine_id{} : own,
                                                       everywhere ? last_of_any : own, use.from, use.until)} {}

    /// Whether any number would be made twice in the ticks from @p from to before @p until.
    bool meets(std::uint64_t from, std::uint64_t until) {
        made_.first_tick = from;
        made_.end_tick = until;
        return can_meet(made_, used_);
    }

    /// The first tick from @p from on after which no number before @p until would be made twice; else @p until.
    std::uint64_t first_apart(std::uint64_t from, std::uint64_t until) {
        if (from >= until || !meets(from, until)) return from;
        std::uint64_t apart = until;
        while (apart - from > 1) { // from `from` on they meet, from `apart` on they do not
            const std::uint64_t middle = from + (apart - from) / 2;
            (meets(middle, until) ? from : apart) = middle;
        }
        return apart;
    }

  private:
    id_reach made_;
    id_reach used_;
};

/// Where @p wanted begins to be made, from @p mark on, and where it ends, at the latest at @p horizon.
struct limits {
    limits(const id_pattern& wanted, std::span<const pattern_use> spans, unix_ms mark, unix_ms horizon) {
        const layout_span within = span_of(wanted, spans);
        from = std::max(mark, within.from);
        until = std::min(horizon, within.until);
        any = within.from <= horizon && mark <= within.until;
    }

    unix_ms from;
    unix_ms until;
    bool any; ///< False where its time has not come, or is over.
};

bool is_in(std::span<const id_pattern> wanted, const id_pattern& each) {
    return std::ranges::find(wanted, each) != wanted.end();
}

/// Where @p wanted can start beside @p use: from @p mark on, and no further than its limits.
unix_ms start_beside(const id_pattern& wanted, pair of, unix_ms mark, const limits& made) {
    const layout& by = wanted.of();
    const std::uint64_t least = by.tick_at(made.from);
    const std::uint64_t start = of.first_apart(least, by.tick_from(made.until));
    return start == least ? mark : by.instant_of(start);
}

error cannot_carry_over(const id_pattern& wanted, const pattern_use& use, machine_id id, unix_ms start) {
    std::string what = "machine ID " + std::to_string(id.value) + " made IDs of " + use.of.text() + " up to " +
                       to_rfc3339(use.until) + ", and IDs of " + wanted.text() + " would repeat some";
    what += start < wanted.of().end() ? " until " + to_rfc3339(start) + ": start after that instant, or use"
                                      : " to their end: use";
    return {errc::state_unusable,
            what + " the former layout, another machine ID, or another version, type or gen-method"};
}

error is_recorded_wrongly(std::size_t line, std::string_view text, const std::string& why) {
    return {errc::state_unusable, "line " + std::to_string(line) + " of the uses, " + in_quotes(text) + ", " + why};
}

/// Takes a number and a space off the front of @p rest.
bool read_instant(std::string_view& rest, unix_ms& into) {
    const auto number = take_canonical<std::int64_t>(rest);
    if (!number || !rest.starts_with(' ')) return false;
    into = unix_ms{milliseconds{*number}};
    rest.remove_prefix(1);
    return into >= unix_ms{} && into <= last_instant;
}

std::string line_of(const pattern_use& use) {
    return std::to_string(use.from.time_since_epoch().count()) + " " +
           std::to_string(use.until.time_since_epoch().count()) + " " + use.of.text() + "\n";
}

result<pattern_use> read_line(std::string_view line, std::size_t number) {
    unix_ms from;
    unix_ms until;
    std::string_view rest = line;
    if (!read_instant(rest, from) || !read_instant(rest, until) || until < from)
        return is_recorded_wrongly(number, line, "is not FROM UNTIL PATTERN with instants of 0 to 253402300800000");
    auto of = id_pattern::parse(rest);
    if (!of) return is_recorded_wrongly(number, line, "has no pattern: " + of.error().message);
    return pattern_use{*std::move(of), from, until};
}

/// Enters @p wanted in @p known, which keeps one entry per pattern.
void extend(mark_history& known, const id_pattern& wanted, unix_ms from, unix_ms until) {
    const auto same = std::ranges::find(known.uses, wanted, &pattern_use::of);
    if (same == known.uses.end()) {
        known.uses.push_back({wanted, from, std::max(from, until)});
        return;
    }
    same->from = std::min(same->from, from);
    same->until = std::max(same->until, until);
}

} // namespace

layout_span span_of(const id_pattern& of, std::span<const pattern_use> spans) {
    const auto found = std::ranges::find(spans, of, &pattern_use::of);
    return found == spans.end() ? layout_span{} : layout_span{found->from, found->until};
}

std::string mark_history::text() const {
    std::string all;
    for (const auto& each : uses)
        all += line_of(each);
    return all;
}

result<mark_history> mark_history::parse(std::string_view text) {
    mark_history read;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const auto line = text.substr(0, end);
        if (end == std::string_view::npos) return is_recorded_wrongly(number, line, "does not end in a line feed");
        if (number > most_uses)
            return is_recorded_wrongly(number, line, "is one too many: there may be " + std::to_string(most_uses));
        auto use = read_line(line, number);
        if (!use) return std::move(use).error();
        if (std::ranges::find(read.uses, use->of, &pattern_use::of) != read.uses.end())
            return is_recorded_wrongly(number, line, "has a pattern that another line has");
        read.uses.push_back(*std::move(use));
        text.remove_prefix(end + 1);
    }
    return read;
}

result<unix_ms> start_for(const mark_history& found, unix_ms mark, std::span<const id_pattern> wanted, machine_id id,
                          unix_ms now, std::span<const pattern_use> spans) {
    const unix_ms least = mark == unix_ms{} ? std::max(mark, now - fresh_margin) : mark;
    unix_ms start = least;
    for (const id_pattern& each : wanted) {
        // One that begins later is looked at from then on: it is to be refused today, and not to stop at that instant.
        const unix_ms horizon = std::max(now, span_of(each, spans).from) + carry_over_horizon;
        for (const pattern_use& use : found.uses) {
            const pair both{each, use, id, !is_in(wanted, use.of)};
            const unix_ms at = each == use.of ? std::max(least, use.until)
                                              : start_beside(each, both, least, {each, spans, least, horizon});
            // A mark of its own that lies ahead is waited for, however far: docs/decisions/0003-after-a-crash.md.
            if (each != use.of && at > std::max(least, now + longest_carry_over))
                return cannot_carry_over(each, use, id,
                                         start_beside(each, both, least, {each, spans, least, each.of().end()}));
            start = std::max(start, at);
        }
    }
    return start;
}

result<mark_history> record_use(const mark_history& found, std::span<const id_pattern> wanted, machine_id id,
                                unix_ms start, unix_ms until, std::span<const pattern_use> spans) {
    mark_history next = found;
    const unix_ms since = !found.uses.empty() ? start : start < before_us ? unix_ms{} : before_us;
    for (const id_pattern& each : wanted)
        if (const limits made{each, spans, since, until}; made.any) extend(next, each, made.from, made.until);
    if (next.uses.size() > mark_history::most_uses)
        return error{errc::state_unusable, "machine ID " + std::to_string(id.value) + " was used for " +
                                               std::to_string(next.uses.size()) + " patterns of IDs; a mark keeps " +
                                               std::to_string(mark_history::most_uses) + ": use another machine ID"};
    for (const id_pattern& each : wanted) {
        for (const pattern_use& use : next.uses) {
            if (each == use.of) continue;
            pair both{each, use, id, !is_in(wanted, use.of)};
            const limits made{each, spans, start, until};
            if (both.meets(each.of().tick_at(made.from), each.of().tick_from(made.until)))
                return cannot_carry_over(each, use, id,
                                         start_beside(each, both, until, {each, spans, until, each.of().end()}));
        }
    }
    return next;
}

} // namespace vesta
