// Whole ranges for callers that give their numbers out themselves, and rows that are made for tags without one.
#include "generator_state.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/segment/masters.hpp>

namespace vesta {
namespace {

/// Whatever a store answers, numbers below those that this process had are not served.
result<segment> reserved_above(segment_store& store, const segment_request& request) {
    auto made = store.reserve(request);
    if (!made || made->first >= request.not_below.of(made->origin)) return made;
    return error{errc::state_unusable, "the store reserved numbers from " + std::to_string(made->first) +
                                           " on for tag " + in_quotes(request.tag) + ", though those up to " +
                                           std::to_string(request.not_below.of(made->origin) - 1) +
                                           " were reserved before"};
}

} // namespace

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
    if (made || !says_store_is_down(made.error())) shared_.refills.note_answer();
    const std::lock_guard lock{guard_};
    if (!made) {
        fail_to_hand_out(made.error());
        return made;
    }
    if (!standing_.was_loaded()) shared_.known.add(*this);
    standing_.reserved(*made, std::chrono::steady_clock::now());
    note_masters();
    const std::uint64_t count = held_range::from(*made).ours.count;
    counts_.reserved += count;
    handed_out_ += count;
    ++counts_.refills;
    in_use_.note(*made);
    return made;
}

/// Nothing tries it again here. So that the store is away is left to the reading of the table, which is tried again and
/// finds when it is back; and that the row is gone, to a reservation under way.
void detail::refill::fail_to_hand_out(const error& why) {
    ++counts_.failures;
    if (standing_.is_closed() || says_store_is_down(why)) return;
    standing_.failed(why);
    if (why.code != errc::not_found || busy_) return;
    drop_all();
    standing_.vanish(std::chrono::steady_clock::now());
}

result<segment> detail::refill::reserve_or_create(const segment_request& request, bool may_create) {
    auto made = reserved_above(shared_.store, request);
    if (made || made.error().code != errc::not_found || !may_create) return made;
    if (shared_.masters) return has_several_masters(tag());
    if (auto created = shared_.store.create(tag(), *shared_.options.auto_create); !created)
        return std::move(created).error();
    return reserved_above(shared_.store, request);
}

void detail::refill::note_masters() noexcept {
    if (standing_.facts().delta > 1) shared_.masters = true;
}

result<segment> segment_generator::hand_out(std::string_view tag) {
    auto made = state_->source_of(tag, {}).and_then([](detail::tag_source* found) { return found->hand_out(); });
    if (!made && detail::says_store_is_down(made.error())) refresh();
    return made;
}

} // namespace vesta
