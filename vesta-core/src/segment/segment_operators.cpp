// What operators change in the table.
#include "generator_state.hpp"

#include <vesta/base/nearest.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>
#include <iterator>

namespace vesta {

/// Why the store has not raised the limit of @p tag to @p limit.
error segment_generator::state::why_not_raised(std::string_view tag, std::int64_t limit) const {
    const auto rows = store->list();
    if (!rows) return rows.error();
    const auto row = std::ranges::find(*rows, tag, &tag_row::tag);
    if (row == rows->end()) {
        std::vector<std::string> names;
        std::ranges::transform(*rows, std::back_inserter(names), &tag_row::tag);
        return {errc::not_found, "there is no tag " + in_quotes(tag) + did_you_mean(tag, names)};
    }
    const std::string said = "tag " + in_quotes(tag) + " of limit " + std::to_string(row->limit);
    if (row->limit == largest_number) return {errc::invalid_argument, "tag " + in_quotes(tag) + " has no limit"};
    if (row->max_id > limit && row->limit < limit)
        return {errc::invalid_argument, said + " has used its numbers below " + std::to_string(row->max_id) +
                                            "; a limit of " + std::to_string(limit) + " would leave it none"};
    return {errc::invalid_argument, said + " cannot be raised to " + std::to_string(limit) + ": that is no higher"};
}

result<void> segment_generator::create(std::string_view tag, std::int64_t step) {
    constexpr std::int64_t largest_step = 2'147'483'647; // of the column
    if (auto open = state_->check_open(); !open) return open;
    if (auto good = check_tag(tag); !good) return good;
    if (step < 1 || step > largest_step)
        return error{errc::invalid_argument, "step is " + std::to_string(step) + "; it must be from 1 to 2147483647"};
    const detail::tag_source* const found = state_->tags.find(tag);
    if ((found != nullptr && found->had_row()) || state_->known.before(tag).largest() != 0)
        return error{errc::invalid_argument,
                     "tag " + in_quotes(tag) + " has numbers already; it would begin at 1 again"};
    if (std::ranges::any_of(state_->tags.all(), &detail::tag_source::has_masters))
        return error{errc::invalid_argument,
                     "the table is one of several masters, whose rows have a delta and a remainder; "
                     "add the row by SQL, with those of this master"};
    const auto made = state_->store->create(tag, step);
    if (!made) return made.error();
    refresh();
    if (*made) return {};
    return error{errc::invalid_argument, "tag " + in_quotes(tag) +
                                             " exists already: another host was quicker, or the table's collation "
                                             "takes it for a tag that there is"};
}

result<void> segment_generator::raise(std::string_view tag, std::int64_t limit) {
    if (auto open = state_->check_open(); !open) return open;
    if (auto good = check_tag(tag); !good) return good;
    const auto raised = state_->store->raise(tag, limit);
    if (!raised) return raised.error();
    if (!*raised) return state_->why_not_raised(tag, limit);
    refresh();
    return {};
}

} // namespace vesta
