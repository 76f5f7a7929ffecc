#include "standing.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/segment/several_masters.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace vesta {
namespace {

/// Whether a number can have both remainders (the Chinese remainder theorem).
bool share_a_number(const tag_facts& a, const tag_facts& b) noexcept {
    return a.remainder % std::gcd(a.delta, b.delta) == b.remainder % std::gcd(a.delta, b.delta);
}

std::string text_of(const tag_facts& of) {
    return "delta " + std::to_string(of.delta) + " and remainder " + std::to_string(of.remainder);
}

tag_facts facts_in(const tag_row& row) noexcept {
    return {row.step, row.delta, row.remainder};
}

std::int64_t left_in(const tag_row& row) noexcept {
    return row.limit - row.max_id;
}

/// Why no master had a range: the refusal with the best prospect, and who did not answer.
class refusals {
  public:
    void add(const std::string& from, const error& why) {
        if (detail::says_store_is_down(why)) {
            silent_ += (silent_.empty() ? "" : "; ") + from + ": " + why.message;
        } else if (!best_ || rank(why.code) < rank(best_->code)) {
            best_ = error{why.code, from + ": " + why.message, why.retry_after};
        }
    }
    bool any_answered() const noexcept { return best_.has_value(); }

    error sum() && {
        if (!best_) return {errc::store_unavailable, "no master answers: " + silent_};
        if (silent_.empty()) return *std::move(best_);
        return {errc::not_ready, best_->message + "; and no answer comes from " + silent_};
    }

  private:
    static int rank(errc of) noexcept {
        switch (of) {
        case errc::not_found:
            return 3;
        case errc::exhausted:
            return 2;
        case errc::state_unusable:
            return 1;
        default:
            return 0;
        }
    }

    std::optional<error> best_;
    std::string silent_;
};

} // namespace

several_masters::several_masters(std::vector<master> all, log_sink log, std::uint32_t first)
    : log_{std::move(log)}, turn_{first} {
    for (master& each : all)
        all_.push_back({.of = std::move(each), .rows = {}, .trouble = {}});
}

std::vector<std::uint32_t> several_masters::in_turn(bool well) const {
    const auto first = turn_.load(std::memory_order_relaxed);
    const std::lock_guard lock{guard_};
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < origins(); ++i)
        if (const std::uint32_t origin = (first + i) % origins(); all_[origin].trouble.has_value() != well)
            order.push_back(origin);
    return order;
}

result<segment> several_masters::reserve(const segment_request& request) {
    const auto well = in_turn(true);
    const auto silent = in_turn(false);
    turn_.fetch_add(1, std::memory_order_relaxed);
    refusals said;
    for (const auto* const some : {&well, &silent}) {
        for (const std::uint32_t origin : *some) {
            auto made = reserve_from(origin, request);
            if (made) return made;
            said.add(all_[origin].of.name, made.error());
        }
        if (said.any_answered()) break;
    }
    return std::move(said).sum();
}

result<segment> several_masters::reserve_from(std::uint32_t origin, const segment_request& request) {
    segment_request own = request;
    own.not_below = request.not_below.of(origin);
    {
        const std::lock_guard lock{guard_};
        own.known = facts_of(request.tag, origin);
        // A range that could not be handed out would be lost.
        if (own.known.step > 0)
            if (auto apart = check_apart(request.tag, origin, own.known); !apart) return std::move(apart).error();
    }
    auto made = all_[origin].of.store->reserve(own);
    note(origin, made ? nullptr : &made.error());
    if (!made) return made;
    return admit(origin, request.tag, *std::move(made));
}

/// The range @p made of a tag, unless it may share numbers with another master's.
result<segment> several_masters::admit(std::uint32_t origin, std::string_view tag, segment made) {
    made.origin = origin;
    const std::lock_guard lock{guard_};
    if (auto apart = check_apart(tag, origin, made.facts); !apart) return std::move(apart).error();
    known_row& known = all_[origin].rows[std::string{tag}];
    known.row.tag = tag;
    known.row.max_id = made.end;
    known.row.step = made.facts.step;
    known.row.delta = made.facts.delta;
    known.row.remainder = made.facts.remainder;
    known.seen_at = readings_;
    return made;
}

tag_facts several_masters::facts_of(std::string_view tag, std::uint32_t origin) const {
    const auto found = all_[origin].rows.find(tag);
    return found == all_[origin].rows.end() ? tag_facts{} : facts_in(found->second.row);
}

result<void> several_masters::check_apart(std::string_view tag, std::uint32_t origin, const tag_facts& facts) const {
    const auto refused = [&](const std::string& what) {
        return error{errc::state_unusable,
                     "tag " + in_quotes(tag) + " has " + text_of(facts) + ", " + what + "; set delta to " +
                         std::to_string(origins()) +
                         " or more in every master, and remainder to "
                         "another number in each, with max_id above all numbers in use; then it goes on with the next "
                         "reading of the tables"};
    };
    if (facts.delta < 2) return refused("as if there were no other master");
    for (std::uint32_t other = 0; other < origins(); ++other) {
        const tag_facts theirs = facts_of(tag, other);
        if (other == origin || theirs.step == 0 || !share_a_number(facts, theirs)) continue;
        return refused("and in " + all_[other].of.name + " it has " + text_of(theirs) +
                       ", so that both give some number");
    }
    return {};
}

void several_masters::note(std::uint32_t origin, const error* trouble) {
    place& at = all_[origin];
    const bool down = trouble != nullptr && detail::says_store_is_down(*trouble);
    {
        const std::lock_guard lock{guard_};
        const bool changed = at.trouble.has_value() != down;
        at.trouble = down ? std::optional{*trouble} : std::nullopt;
        if (!changed || !log_) return;
    }
    if (down)
        log_(severity::warning,
             "master " + at.of.name + " does not answer, and numbers come from the others: " + trouble->message);
    else
        log_(severity::info, "master " + at.of.name + " answers again");
}

void several_masters::learn(place& from, const std::vector<tag_row>& rows, std::uint64_t began) {
    for (const tag_row& each : rows)
        from.rows[each.tag] = {each, readings_};
    std::erase_if(from.rows, [&](const auto& each) { return each.second.seen_at < began; });
}

result<std::vector<tag_row>> several_masters::list() {
    refusals said;
    std::size_t read = 0;
    for (std::uint32_t origin = 0; origin < origins(); ++origin) {
        std::uint64_t began = 0;
        {
            const std::lock_guard lock{guard_};
            began = ++readings_;
        }
        const auto rows = all_[origin].of.store->list();
        note(origin, rows ? nullptr : &rows.error());
        if (!rows) said.add(all_[origin].of.name, rows.error());
        if (!rows) continue;
        ++read;
        const std::lock_guard lock{guard_};
        learn(all_[origin], *rows, began);
    }
    if (read == 0) return std::move(said).sum();
    const std::lock_guard lock{guard_};
    std::map<std::string_view, const tag_row*> best;
    for (const place& each : all_)
        for (const auto& [tag, known] : each.rows) {
            const tag_row*& at = best[tag];
            if (at == nullptr || left_in(known.row) > left_in(*at)) at = &known.row;
        }
    std::vector<tag_row> all;
    for (const auto& [tag, row] : best)
        all.push_back(*row);
    return all;
}

result<bool> several_masters::give_back(std::string_view tag, const segment& of, std::int64_t from) {
    return all_[of.origin].of.store->give_back(tag, of, from);
}

result<bool> several_masters::create(std::string_view tag, std::int64_t) {
    return error{errc::not_found, "there is no tag " + in_quotes(tag) +
                                      ", and it is not made in several masters; add its row to each by SQL, with one "
                                      "delta and a remainder of its own"};
}

result<bool> several_masters::raise(std::string_view tag, std::int64_t limit) {
    bool raised = false;
    for (const place& each : all_) {
        const auto done = each.of.store->raise(tag, limit);
        if (!done)
            return error{done.error().code, each.of.name + ": " + done.error().message +
                                                (raised ? "; the limit is raised in masters before it" : "")};
        raised = raised || *done;
    }
    return raised;
}

std::optional<error> several_masters::trouble() const {
    const std::lock_guard lock{guard_};
    const auto found = std::ranges::find_if(all_, [](const place& each) { return each.trouble.has_value(); });
    if (found == all_.end()) return std::nullopt;
    return error{found->trouble->code, "master " + found->of.name + " is left alone: " + found->trouble->message};
}

} // namespace vesta
