#include "registration.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/machine/lease_name.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace vesta::detail {
namespace {

constexpr int most_claims = 4;

/// Whether the owner of @p row was heard of recently.
bool is_alive(const lease_row& row) {
    return row.version != lease_row::absent && !row.token.empty() && row.left > std::chrono::milliseconds{0};
}

id_reach all_of(const id_pattern& of, machine_id id) {
    return {of, id, id, 0, std::numeric_limits<std::uint64_t>::max()};
}

} // namespace

registration::registration(std::shared_ptr<lease_table> table, lease_terms terms, std::string place, machine_id id,
                           std::string instance, std::vector<id_pattern> patterns)
    : table_{std::move(table)}, terms_{std::move(terms)}, place_{std::move(place)}, id_{id},
      patterns_{std::move(patterns)} {
    row_.id = id_;
    row_.instance = std::move(instance);
    row_.token = place_ + new_token().substr(place_.size());
    row_.lead = terms_.lead;
    row_.given = true;
}

std::optional<error> registration::lost() const {
    const std::lock_guard guard{guard_};
    return lost_;
}

result<void> registration::visit() {
    if (auto why = lost()) return *std::move(why);
    if (ended_) return {}; // dropped since the renewing thread listed it
    return entered_ ? renew() : enter();
}

bool registration::is_of_this_place(const lease_row& row) const {
    return row.given && row.token.starts_with(place_);
}

/// An owner that does not tell its patterns may make any ID.
bool registration::can_meet_ours(const lease_row& row) const {
    if (row.history.uses.empty() || patterns_.empty()) return true;
    return std::ranges::any_of(row.history.uses, [&](const pattern_use& theirs) {
        return std::ranges::any_of(
            patterns_, [&](const id_pattern& ours) { return can_meet(all_of(theirs.of, id_), all_of(ours, id_)); });
    });
}

error registration::is_in_use(const lease_row& by) {
    const std::string where = "machine ID " + std::to_string(id_.value) + " is in use by " + in_quotes(by.instance);
    const std::string what = is_of_this_place(by) ? ", from this state folder or a copy of it"
                                                  : ", another host's or another state folder's";
    const std::lock_guard guard{guard_};
    lost_ = error{errc::in_use,
                  where + what + ", as " + table_->where() +
                      " says: both would make the same IDs. Give each a machine ID of its own; where the other one is "
                      "dead, its entry ends by itself, or by `vesta machines release " +
                      std::to_string(id_.value) + "`",
                  by.left};
    return *lost_;
}

/// Whether no other row is alive whose owner can make our IDs. A row of this place is most likely this process's own
/// from before a crash: it is left alone until its lease ends. If it is renewed meanwhile, there is another process.
result<bool> registration::is_alone(const std::vector<lease_row>& rows) {
    bool alone = true;
    for (const lease_row& each : rows) {
        if (each.id != id_ || each.token == row_.token || !is_alive(each) || !can_meet_ours(each)) continue;
        if (!is_of_this_place(each)) return is_in_use(each);
        if (former_ && *former_ != each.version) return is_in_use(each);
        former_ = each.version;
        alone = false;
    }
    return alone;
}

lease_row registration::next() const {
    lease_row next = row_;
    next.mark = unix_ms{std::chrono::milliseconds{mark_}};
    for (const auto& each : patterns_)
        next.history.uses.push_back({each, unix_ms{}, std::max(next.mark, unix_ms{std::chrono::milliseconds{1}})});
    return next;
}

result<void> registration::enter() {
    auto seen = look(*table_, terms_);
    if (!seen) return std::move(seen).error();
    const auto alone = is_alone(seen->rows);
    if (!alone) return alone.error();
    if (!*alone) return {}; // later
    for (std::uint32_t share = 0; share < most_shares; ++share) {
        const auto found = std::ranges::find_if(
            seen->rows, [&](const lease_row& each) { return each.id == id_ && each.share == share; });
        const lease_row there = found == seen->rows.end() ? lease_row{.id = id_, .share = share} : *found;
        if (is_alive(there) || !there.unusable.empty()) continue;
        row_.share = share;
        row_.version = there.version;
        auto written = table_->put(next(), terms_.lasts);
        if (!written) return std::move(written).error();
        if (!*written) return error{errc::store_unavailable, table_->where() + " was written by others just now"};
        row_.version = (*written)->version;
        for (const lease_row& each : seen->rows) // the former owner of our numbers may have had another share
            if (each.id == id_ && !is_of_this_place(each) && why_unusable(each, *seen, terms_).empty())
                found_ = std::max(found_, each.mark);
        entered_ = true;
        return look_again();
    }
    return error{errc::store_unavailable, "sixteen others share machine ID " + std::to_string(id_.value)};
}

/// Another process may have entered itself under another share at the same time. Then both look again, and both may
/// give up.
result<void> registration::look_again() {
    auto rows = table_->rows();
    if (!rows) return std::move(rows).error();
    const auto alone = is_alone(*rows);
    if (alone) return {};
    give_back(unix_ms{std::chrono::milliseconds{mark_}});
    return alone.error();
}

result<void> registration::renew() {
    for (int attempt = 0; attempt < most_claims; ++attempt) {
        auto written = table_->put(next(), terms_.lasts);
        if (!written) return std::move(written).error();
        if (*written) {
            row_.version = (*written)->version;
            if (terms_.hear && (*written)->at) terms_.hear(*(*written)->at);
            return {};
        }
        auto found = table_->row(id_, row_.share);
        if (!found) return std::move(found).error();
        if (found->token == row_.token) {
            row_.version = found->version;
            continue;
        }
        // Another process, or an operator, wrote there while ours could not.
        entered_ = false;
        return enter();
    }
    return error{errc::store_unavailable, table_->where() + " was written by others at every attempt"};
}

void registration::give_back(unix_ms used) {
    ended_ = true;
    if (!entered_.exchange(false)) return;
    note_mark(used);
    lease_row last = next();
    last.token.clear();
    static_cast<void>(table_->put(last, std::chrono::milliseconds{0}));
}

} // namespace vesta::detail
