// What operators change in the table.
#include "generator_state.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta {

result<void> segment_generator::create(std::string_view tag, std::int64_t step) {
    constexpr std::int64_t largest_step = 2'147'483'647; // of the column
    if (auto open = state_->check_open(); !open) return open;
    if (auto good = check_tag(tag); !good) return good;
    if (step < 1 || step > largest_step)
        return error{errc::invalid_argument, "step is " + std::to_string(step) + "; it must be from 1 to 2147483647"};
    const detail::tag_source* const found = state_->tags.find(tag);
    if ((found != nullptr && found->had_row()) || state_->known.before(tag) != 0)
        return error{errc::invalid_argument,
                     "tag " + in_quotes(tag) + " has numbers already; it would begin at 1 again"};
    if (std::ranges::any_of(state_->tags.all(), &detail::tag_source::has_masters))
        return error{errc::invalid_argument,
                     "the table is one of several masters, whose rows have a delta and a remainder; "
                     "add the row by SQL, with those of this master"};
    auto made = state_->store->create(tag, step);
    if (made) refresh();
    return made;
}

result<void> segment_generator::raise(std::string_view tag, std::int64_t limit) {
    if (auto open = state_->check_open(); !open) return open;
    if (auto good = check_tag(tag); !good) return good;
    const auto raised = state_->store->raise(tag, limit);
    if (!raised) return raised.error();
    if (!*raised)
        return error{errc::invalid_argument,
                     "tag " + in_quotes(tag) + " has no row with a limit below " + std::to_string(limit)};
    refresh();
    return {};
}

} // namespace vesta
