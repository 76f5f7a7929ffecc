// Whole ranges for callers that give their numbers out themselves.
#include "generator_state.hpp"

namespace vesta {

result<segment> detail::refill::hand_out() {
    segment_request request;
    bool may_create = false;
    {
        const std::lock_guard lock{guard_};
        if (standing_.is_closed()) return standing_.explain(errc::closed);
        request = standing_.request();
        may_create = standing_.may_create() && shared_.options.auto_create.has_value();
    }
    auto made = reserve_or_create(request, may_create);
    if (!made) return made;
    const std::lock_guard lock{guard_};
    if (!standing_.was_loaded()) shared_.known.add(*this);
    standing_.reserved(*made, std::chrono::steady_clock::now());
    counts_.reserved += held_range::from(*made).ours.count;
    ++counts_.refills;
    used_end_ = std::max(used_end_, made->end);
    return made;
}

result<segment> segment_generator::hand_out(std::string_view tag) {
    return state_->source_of(tag, {}).and_then([](detail::tag_source* found) { return found->hand_out(); });
}

} // namespace vesta
