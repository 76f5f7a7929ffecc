#include "table_mark.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/machine/leased_ids.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>
#include <utility>

namespace vesta {
namespace {

using std::chrono::milliseconds;

constexpr int rounds = 20;
constexpr int rounds_in_vain = 3;           // in which nothing was refused that had not been before
constexpr std::size_t tries_per_round = 64; // what was read is out of date then
// A mark this far ahead is waited for, not skipped: the clocks of a fleet differ by as much.
constexpr milliseconds soon{1000};
constexpr std::size_t reasons_told = 8; // a table may have 65,536 rows
// A machine ID that is usable only so long after every quarantine is far: another is looked for first, for a while.
constexpr milliseconds near_enough{60'000};
constexpr milliseconds search{30'000};

/// A machine ID that may be taken, and when it may first be used.
struct candidate {
    lease_row row;
    unix_ms start;
};

/// The machine IDs to try, the best first, by one reading of the table.
class shortlist {
  public:
    shortlist(detail::table_sight seen, const detail::known_marks& known, const lease_request& request,
              const lease_terms& terms, unix_ns now)
        : seen_{std::move(seen)}, known_{known}, request_{request}, terms_{terms},
          now_{std::chrono::floor<milliseconds>(now)},
          dice_{name_hash() ^ static_cast<std::uint64_t>(now.time_since_epoch().count())} {
        std::erase_if(seen_.rows, [&](const lease_row& each) { return each.id.value > request.max_id; });
        std::ranges::sort(seen_.rows, {}, [](const lease_row& each) { return std::pair{each.id, each.share}; });
        for (const auto& each : seen_.rows)
            if (each.share == 0 && is_to_be_had(each)) consider(each);
        for (const auto& each : never_used())
            consider(each);
        // Equal ranks keep the order in which they were found.
        std::multimap<decltype(rank(found_.front())), candidate> ranked;
        for (auto& each : found_)
            ranked.emplace(rank(each), std::move(each));
        std::ranges::transform(ranked, found_.begin(), [](auto& each) { return std::move(each.second); });
        scatter();
        if (found_.size() > tries_per_round) found_.resize(tries_per_round);
    }

    const std::vector<candidate>& best_first() const { return found_; }
    const store_moment& at() const { return seen_.at; }
    /// Whether even the best is usable much later only: a clock is wrong, or was.
    bool is_far() const {
        if (terms_.max_forward == milliseconds{0}) return false; // any clock is believed
        const milliseconds quarantine = detail::end_of_quarantine(seen_) - seen_.at.at;
        return !found_.empty() && found_.front().start > now_ + near_enough + quarantine;
    }
    error far(const std::string& where) const {
        const candidate& best = found_.front();
        return {errc::exhausted,
                "of the machine IDs of " + where + ", " + std::to_string(best.row.id.value) +
                    " can be used first, from " + to_rfc3339(best.start) +
                    " on, and is taken if there is none before that within " +
                    std::to_string(search / std::chrono::seconds{1}) + " s; `vesta machines` shows them",
                milliseconds{1000}};
    }

    error all_taken(const std::string& where) const {
        milliseconds soonest = std::chrono::minutes{1};
        std::vector<std::string> reasons;
        for (const auto& each : seen_.rows) {
            if (each.share != 0) continue;
            reasons.push_back(std::to_string(each.id.value) + " " + state_of(each));
            if (!detail::is_free(each)) soonest = std::min(soonest, each.left);
        }
        if (reasons.size() > reasons_told) {
            const auto more = reasons.size() - reasons_told;
            reasons.resize(reasons_told);
            reasons.push_back("and " + std::to_string(more) + " more");
        }
        std::string why = listed(reasons);
        if (const auto wrong = detail::clocks_differ(seen_, terms_, now_)) {
            why += (why.empty() ? "" : "; ") + wrong->message;
            soonest = std::min(soonest, *wrong->retry_after);
        }
        return {errc::exhausted,
                "all " + std::to_string(std::uint64_t{request_.max_id} + 1) + " machine IDs of " + where +
                    " are in use or cannot be used: " + why + "; `vesta machines` shows them",
                std::max(milliseconds{1}, soonest)};
    }

  private:
    bool is_to_be_had(const lease_row& row) const { return !row.given && !seen_.is_held(row.id); }

    void consider(const lease_row& row) {
        auto start = detail::start_of(row, seen_, known_, terms_, request_, now_);
        if (start) {
            found_.push_back({row, *start});
        } else {
            refused_.emplace(row.id, start.error().message);
        }
    }

    std::string state_of(const lease_row& row) const {
        const auto refused = refused_.find(row.id);
        if (refused != refused_.end()) return "(" + refused->second + ")";
        return in_quotes(row.instance) + (row.given ? " (by its settings)" : "");
    }

    /// Larger ranks are worse. Of those that need no waiting, the one free longest comes first.
    std::tuple<bool, unix_ms, bool, milliseconds> rank(const candidate& of) const {
        const bool another = of.row.version == lease_row::absent || of.row.instance != request_.instance;
        if (of.start <= now_ + soon) return {false, unix_ms{}, another, of.row.left};
        return {true, of.start, another, of.row.left};
    }

    /// Brings those that are as good as the second into an order of chance. Others that start now have read the same:
    /// if all went by one order, each would be refused once by every owner before it.
    void scatter() {
        if (found_.size() < 3) return;
        const auto how_good = [this](const candidate& each) {
            const auto [waits, start, another, left] = rank(each);
            return std::tuple{waits, start, another};
        };
        const auto second = std::next(found_.begin());
        const auto worse = std::find_if(second, found_.end(),
                                        [&](const candidate& each) { return how_good(each) != how_good(*second); });
        std::shuffle(second, worse, dice_);
    }

    std::uint64_t name_hash() const { return std::hash<std::string>{}(request_.instance); }

    /// Some machine IDs without a row. Each instance starts its search elsewhere, and goes on by steps of its own, so
    /// that starts at the same time seldom collide.
    std::vector<lease_row> never_used() {
        const std::uint64_t count = std::uint64_t{request_.max_id} + 1;
        std::uint64_t step = dice_() % count;
        while (std::gcd(step, count) != 1) // else it would leave some out
            ++step;
        std::set<std::uint32_t> used;
        for (const auto& each : seen_.rows)
            if (each.share == 0 || !is_to_be_had(each)) used.insert(each.id.value);
        std::vector<lease_row> fresh;
        std::uint64_t at = name_hash() % count;
        for (std::uint64_t i = 0; i < count && fresh.size() < tries_per_round; ++i, at = (at + step) % count) {
            const auto id = static_cast<std::uint32_t>(at);
            if (!used.contains(id)) fresh.push_back({.id = {id}});
        }
        return fresh;
    }

    detail::table_sight seen_;
    const detail::known_marks& known_;
    const lease_request& request_;
    const lease_terms& terms_;
    const unix_ms now_;
    std::mt19937_64 dice_; // instances may have one name, but start at different nanoseconds
    std::vector<candidate> found_;
    std::map<machine_id, std::string> refused_;
};

/// What was refused once is read again as it was, again and again.
error reads_another(const lease_table& table) {
    return {errc::store_unavailable,
            "no machine ID of " + table.where() +
                " can be taken: every write is refused, and what is read does not change, so another server than the "
                "one that takes the writes is read, or one that lags behind (a proxy that reads from replicas?); let "
                "the program reach the primary alone",
            milliseconds{1000}};
}

} // namespace

leased_ids::leased_ids(std::shared_ptr<lease_table> table, lease_terms terms, const wall_clock& clock)
    : table_{std::move(table)}, terms_{std::move(terms)}, clock_{clock},
      known_{std::make_shared<detail::known_marks>(terms_.memory)} {}

leased_ids::~leased_ids() = default;

/// Whether nothing better was to be had for long enough.
bool leased_ids::may_be_far() {
    const auto now = clock_.steady();
    const std::lock_guard lock{guard_};
    if (!far_since_) far_since_ = now;
    return now - *far_since_ >= search;
}

result<std::vector<machine_lease>> leased_ids::acquire(const lease_request& request) {
    if (auto named = detail::check_instance(request.instance); !named) return named.error();
    std::set<std::pair<machine_id, std::int64_t>> refused; // the versions that were not there when they were written
    for (int round = 0, in_vain = 0; round < rounds && in_vain < rounds_in_vain; ++round) {
        ++in_vain;
        auto seen = detail::look(*table_, terms_);
        if (!seen) return std::move(seen).error();
        known_->free_retired(seen->rows);
        known_->recall();
        const shortlist all{*std::move(seen), *known_, request, terms_, clock_.now()};
        if (all.best_first().empty()) return all.all_taken(table_->where());
        if (all.is_far() && !may_be_far()) return all.far(table_->where());
        for (const auto& each : all.best_first()) {
            auto taken = detail::take_over({table_, each.row, all.at(), each.start, request, terms_, known_, clock_});
            if (!taken) return std::move(taken).error();
            if (!*taken) {
                if (refused.emplace(each.row.id, each.row.version).second) in_vain = 0;
                if (in_vain == rounds_in_vain) return reads_another(*table_);
                continue;
            }
            {
                const std::lock_guard lock{guard_};
                far_since_.reset();
            }
            std::vector<machine_lease> leases;
            leases.push_back({each.row.id, *std::move(taken)});
            return leases;
        }
    }
    return error{errc::store_unavailable,
                 "others took every machine ID of " + table_->where() + " that was seen free; try again",
                 milliseconds{1000}};
}

} // namespace vesta
