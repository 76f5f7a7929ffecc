#include "table_mark.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/machine/leased_ids.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace vesta {
namespace {

using std::chrono::milliseconds;

constexpr int rounds = 20;
constexpr std::size_t fresh_per_round = 64;
// A mark this far ahead is waited for rather than passed over: clocks of a fleet differ by that much.
constexpr milliseconds soon{1000};

/// The machine IDs to try, the best first, as one reading of the table shows them.
class shortlist {
  public:
    shortlist(std::vector<lease_row> rows, const lease_request& request, unix_ms now)
        : rows_{std::move(rows)}, request_{request}, now_{now} {
        std::erase_if(rows_, [&](const lease_row& each) { return each.id.value > request.max_id; });
        std::ranges::sort(rows_, {}, &lease_row::id);
    }

    std::vector<lease_row> best_first() const {
        std::vector<lease_row> all;
        std::ranges::copy_if(rows_, std::back_inserter(all), detail::is_free);
        const auto fresh = never_used();
        all.insert(all.end(), fresh.begin(), fresh.end());
        // Those of equal rank stay in the order in which they were found.
        std::multimap<std::tuple<bool, int, milliseconds>, lease_row> ranked;
        for (auto& each : all)
            ranked.emplace(rank(each), std::move(each));
        std::ranges::transform(ranked, all.begin(), [](auto& each) { return std::move(each.second); });
        return all;
    }

    error all_taken(const std::string& where) const {
        std::string who;
        milliseconds soonest = milliseconds::max();
        for (const auto& each : rows_) {
            who += (who.empty() ? "" : ", ") + std::to_string(each.id.value) + " " + in_quotes(each.instance);
            soonest = std::min(soonest, each.left);
        }
        return {errc::exhausted,
                "all " + std::to_string(rows_.size()) + " machine IDs of " + where + " are in use: " + who,
                std::max(milliseconds{1}, soonest)};
    }

  private:
    /// Later ranks are worse; within one, what has been free longest comes first.
    std::tuple<bool, int, milliseconds> rank(const lease_row& of) const {
        const bool must_wait = of.mark > now_ + soon;
        if (of.version == lease_row::absent) return {must_wait, 1, {}};
        return {must_wait, of.instance == request_.instance ? 0 : 2, of.left};
    }

    /// Some of those that have no row. Each instance looks from another place on, so that many at once seldom meet.
    std::vector<lease_row> never_used() const {
        const std::uint64_t count = std::uint64_t{request_.max_id} + 1;
        const std::uint64_t start = std::hash<std::string>{}(request_.instance) % count;
        std::set<std::uint32_t> used;
        for (const auto& each : rows_)
            used.insert(each.id.value);
        std::vector<lease_row> fresh;
        for (std::uint64_t i = 0; i < count && fresh.size() < fresh_per_round; ++i) {
            const auto id = static_cast<std::uint32_t>((start + i) % count);
            if (!used.contains(id)) fresh.push_back({.id = {id}});
        }
        return fresh;
    }

    std::vector<lease_row> rows_;
    const lease_request& request_;
    const unix_ms now_;
};

} // namespace

leased_ids::leased_ids(std::shared_ptr<lease_table> table, milliseconds lease, const wall_clock& clock)
    : table_{std::move(table)}, lease_{lease}, clock_{clock} {}

result<std::vector<machine_lease>> leased_ids::acquire(const lease_request& request) {
    if (auto named = detail::check_instance(request.instance); !named) return named.reason();
    for (int round = 0; round < rounds; ++round) {
        auto rows = table_->rows();
        if (!rows) return std::move(rows).reason();
        const shortlist known{*std::move(rows), request, std::chrono::floor<milliseconds>(clock_.now())};
        const auto candidates = known.best_first();
        if (candidates.empty()) return known.all_taken(table_->where());
        for (const auto& each : candidates) {
            auto taken = detail::take_over(table_, each, request.instance, lease_);
            if (!taken) return std::move(taken).reason();
            if (!*taken) continue;
            std::vector<machine_lease> leases;
            leases.push_back({each.id, *std::move(taken)});
            return leases;
        }
    }
    return error{errc::store_unavailable,
                 "others took every machine ID of " + table_->where() + " that was seen free; try again",
                 milliseconds{1000}};
}

} // namespace vesta
