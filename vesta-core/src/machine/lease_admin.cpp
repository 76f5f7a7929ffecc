#include "lease_rules.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/machine/lease_admin.hpp>

#include <algorithm>
#include <utility>

namespace vesta {
namespace {

using detail::table_sight;

std::string shown(machine_id id, const lease_table& in) {
    return "machine ID " + std::to_string(id.value) + " of " + in.where();
}

std::string seconds_of(std::chrono::milliseconds of) {
    return std::to_string(std::chrono::ceil<std::chrono::seconds>(of).count()) + "s";
}

std::string who_holds(const lease_row& row) {
    const std::string who = in_quotes(row.instance);
    if (row.given && row.left <= std::chrono::milliseconds{0})
        return who + ", which has it by its own settings and has not been heard of for " + seconds_of(-row.left);
    return who + ", whose lease has " + seconds_of(row.left) + " left";
}

/// Whether there is no row. A row whose version cannot be read exists.
bool is_missing(const lease_row& row) {
    return row.version == lease_row::absent && row.unusable.empty();
}

/// Why @p row is not released without @p force; empty if it is.
std::string doubt_about(const lease_row& row) {
    const std::string end = "; where you know better, use --force";
    if (row.unusable.find("a newer program") != std::string::npos) return row.unusable + end;
    if (!detail::is_free(row)) return "it is held by " + who_holds(row) + ": stop that one first" + end;
    if (is_missing(row))
        return "it has no row, and needs no release: it waits out the longest reservation of an owner that the store "
               "may "
               "have forgotten. To have it at once because nobody can have had it, use --force";
    return "";
}

/// The rest of a history below a lowered mark.
mark_history clipped(mark_history history, unix_ms at) {
    for (auto& each : history.uses)
        each.until = std::min(each.until, at);
    std::erase_if(history.uses, [](const pattern_use& each) { return each.from >= each.until; });
    return history;
}

/// @p row, made free to be lent.
lease_row freed(const lease_row& row, const table_sight& in, const lease_terms& terms) {
    lease_row next = row;
    next.token.clear();
    next.given = false;
    next.unusable.clear();
    if (next.instance.empty()) next.instance = "(released)";
    if (is_missing(row)) return next;
    const bool readable = row.unusable.empty();
    if (!detail::why_unusable(row, in, terms).empty()) {
        next.mark = detail::end_of_quarantine(in);
        next.history = readable ? clipped(row.history, next.mark) : mark_history{};
        next.lead = std::chrono::milliseconds{0};
    } else if (!detail::is_free(row) || detail::may_be_forgotten(row, in.at)) {
        next.mark = std::max(row.mark, detail::end_of_quarantine(in));
    }
    return next;
}

/// Writes @p next over @p before, if that is still there: a later owner of the machine ID has covered more than
/// @p next says. A row that cannot be read is written over in any case.
result<void> write_freed(lease_table& table, const lease_row& before, lease_row next, const table_sight& in) {
    if (!before.unusable.empty()) return table.repair(next);
    next.server = in.at.server;
    const auto written = table.put(next, std::chrono::milliseconds{0});
    if (!written) return written.error();
    if (*written) return {};
    return error{errc::in_use, shown(before.id, table) + " was written by others just now; look at it again"};
}

/// Drops what this host remembers of @p id, if no clock can have made it: the machine ID would never be lent here.
std::string forget_remembered(const lease_terms& terms, machine_id id, const table_sight& in) {
    if (!terms.memory) return "";
    const auto all = terms.memory->load();
    const auto found = all.find(id);
    if (found == all.end() || detail::why_unusable({.id = id, .mark = found->second}, in, terms).empty()) return "";
    terms.memory->forget(id);
    return "; its mark " + to_rfc3339(found->second) + " was dropped from " + terms.memory->where();
}

std::string told(const lease_row& before, const lease_row& after) {
    if (is_missing(before)) return "is free to be had at once: it counts as never used";
    if (!before.unusable.empty())
        return "is free to be had from " + to_rfc3339(after.mark) + " on: what its row said could not be used (" +
               before.unusable + ")";
    const std::string now = "is free to be had from " + to_rfc3339(after.mark) + " on";
    if (after.mark >= before.mark) return now;
    return now + "; its mark was " + to_rfc3339(before.mark) +
           ". IDs with times up to then may have been made: they would be made again when the clock gets there";
}

} // namespace

result<std::vector<inspected_row>> inspect(lease_table& table, const lease_terms& terms) {
    auto seen = detail::look(table, terms);
    if (!seen) return std::move(seen).error();
    std::vector<inspected_row> all;
    for (const auto& each : seen->rows)
        all.push_back({each, !detail::is_free(each), detail::why_unusable(each, *seen, terms)});
    std::ranges::sort(all, {}, [](const inspected_row& each) { return std::pair{each.row.id, each.row.share}; });
    return all;
}

result<std::string> release(lease_table& table, const lease_terms& terms, machine_id id, bool force) {
    auto seen = detail::look(table, terms);
    if (!seen) return std::move(seen).error();
    std::vector<lease_row> rows;
    std::ranges::copy_if(seen->rows, std::back_inserter(rows), [&](const lease_row& each) { return each.id == id; });
    if (rows.empty()) rows.push_back({.id = id});
    for (const auto& each : rows)
        if (const auto doubt = doubt_about(each); !force && !doubt.empty())
            return error{errc::in_use, shown(id, table) + " is not released: " + doubt};
    std::string all;
    for (const auto& each : rows) {
        const lease_row next = freed(each, *seen, terms);
        if (auto written = write_freed(table, each, next, *seen); !written) return std::move(written).error();
        all +=
            (all.empty() ? shown(id, table) + " " : "; share " + std::to_string(each.share) + " ") + told(each, next);
    }
    return all + forget_remembered(terms, id, *seen);
}

} // namespace vesta
