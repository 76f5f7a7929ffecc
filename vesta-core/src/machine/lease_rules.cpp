#include "lease_rules.hpp"

#include "table_mark.hpp"

#include <vesta/time/bounded_clock.hpp>

#include <algorithm>
#include <utility>

namespace vesta::detail {
namespace {

// The clock of a server that takes over may be behind its predecessor's by this much.
constexpr std::chrono::milliseconds servers_apart{1000};
constexpr std::chrono::milliseconds apart = bounded_clock::ahead + servers_apart;
// A store's clock this far ahead is waited for. Beyond, it is wrong and may be corrected at any moment.
constexpr std::chrono::milliseconds worth_waiting{60'000};

/// Whether no clock near the store's can have made @p mark.
bool is_absurd(unix_ms mark, const table_sight& in, const lease_terms& terms) {
    return terms.max_forward != std::chrono::milliseconds{0} &&
           mark - in.at.at > terms.max_forward + in.longest_lead + apart;
}

std::string how_absurd(unix_ms mark, const table_sight& in) {
    return to_rfc3339(mark) + ", lies " +
           std::to_string(std::chrono::floor<std::chrono::seconds>(mark - in.at.at).count()) +
           "s ahead of the store's clock: a clock was wrong when it was written";
}

} // namespace

lease_row table_sight::row(machine_id id) const {
    const auto found =
        std::ranges::find_if(rows, [&](const lease_row& each) { return each.id == id && each.share == 0; });
    return found == rows.end() ? lease_row{.id = id} : *found;
}

bool table_sight::is_held(machine_id id) const {
    return std::ranges::any_of(rows, [&](const lease_row& each) { return each.id == id && !is_free(each); });
}

result<table_sight> look(lease_table& table, const lease_terms& terms) {
    auto at = table.store_now(); // first: a server asked later may have learnt from another
    if (!at) return std::move(at).error();
    auto rows = table.rows();
    if (!rows) return std::move(rows).error();
    if (terms.hear) terms.hear(at->at);
    table_sight seen{*std::move(at), *std::move(rows), terms.lead};
    for (const auto& each : seen.rows)
        if (each.unusable.empty()) seen.longest_lead = std::max(seen.longest_lead, each.lead);
    return seen;
}

bool may_be_forgotten(const lease_row& row, const store_moment& at) {
    return row.version == lease_row::absent || row.server != at.server;
}

unix_ms end_of_quarantine(const table_sight& in) {
    return in.at.at + in.longest_lead + apart;
}

std::optional<error> clocks_differ(const table_sight& in, const lease_terms& terms, unix_ms now) {
    const auto ahead = in.at.at - now;
    if (terms.max_forward == std::chrono::milliseconds{0} || ahead <= std::min(terms.max_forward, worth_waiting))
        return {};
    return error{errc::store_unavailable,
                 "the store's clock is " + std::to_string(std::chrono::floor<std::chrono::seconds>(ahead).count()) +
                     "s ahead of this host's; until one of them is set right, nobody can tell when a reservation that "
                     "the store may have forgotten has ended",
                 std::chrono::milliseconds{1000}};
}

std::string why_unusable(const lease_row& row, const table_sight& in, const lease_terms& terms) {
    if (!row.unusable.empty()) return row.unusable;
    return is_absurd(row.mark, in, terms) ? "its mark, " + how_absurd(row.mark, in) : "";
}

result<unix_ms> start_of(const lease_row& row, const table_sight& in, const known_marks& known,
                         const lease_terms& terms, const lease_request& request, unix_ms now) {
    if (auto why = why_unusable(row, in, terms); !why.empty()) return error{errc::state_unusable, std::move(why)};
    const unix_ms here = known.of(row.id);
    if (is_absurd(here, in, terms))
        return error{errc::state_unusable, "the mark that " + (known.where().empty() ? "this process" : known.where()) +
                                               " remembers of it, " + how_absurd(here, in) +
                                               "; where no IDs were made up to then, `vesta machines release " +
                                               std::to_string(row.id.value) + "` drops it"};
    unix_ms start = std::max(row.mark, here);
    for (const auto& each : in.rows) // others may have shared the machine ID
        if (each.id == row.id && why_unusable(each, in, terms).empty()) start = std::max(start, each.mark);
    if (may_be_forgotten(row, in.at)) {
        if (auto wrong = clocks_differ(in, terms, now)) return *std::move(wrong);
        start = std::max({start, end_of_quarantine(in), now + in.longest_lead + apart});
    }
    return start_for(row.history, start, request.patterns, row.id, now, request.spans);
}

} // namespace vesta::detail
