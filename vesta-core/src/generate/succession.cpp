#include <vesta/generate/succession.hpp>

#include <utility>

namespace vesta {

succession::succession(std::shared_ptr<time_generator> first, std::shared_ptr<time_generator> second)
    : first_{std::move(first)}, second_{std::move(second)} {
    if (first_->spec().within.until != second_->spec().within.from)
        throw failure{{errc::invalid_argument, "one layout ends at " + to_rfc3339(first_->spec().within.until) +
                                                   ", and the next begins at " +
                                                   to_rfc3339(second_->spec().within.from)}};
}

const time_generator& succession::present() const {
    return has_passed() || first_->has_ended() ? *second_ : *first_;
}

error succession::explain_refusal(errc why) const {
    const bool of_any = why == errc::forked; // in the child, nothing is asked that might have been locked
    return (of_any ? *first_ : present()).explain_refusal(why);
}

grant succession::try_generate(std::span<id> out) noexcept {
    if (!has_passed()) {
        const grant made = first_->try_generate(out);
        if (made.made != 0 || made.why != errc::exhausted) return made;
    }
    const grant made = second_->try_generate(out);
    // Only what was made binds: a clock that was ahead for a moment has not begun the second layout.
    if (made.made != 0 && !has_passed()) passed_.store(true, std::memory_order_relaxed);
    return made;
}

range_grant succession::try_range(std::uint64_t count) noexcept {
    if (!has_passed()) {
        const range_grant made = first_->try_range(count);
        if (made.range.count != 0 || made.why != errc::exhausted) return made;
    }
    const range_grant made = second_->try_range(count);
    if (made.range.count != 0 && !has_passed()) passed_.store(true, std::memory_order_relaxed);
    return made;
}

} // namespace vesta
