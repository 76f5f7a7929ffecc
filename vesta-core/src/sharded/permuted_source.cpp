#include "permute.hpp"

#include <vesta/sharded/permuted_source.hpp>

namespace vesta {

permuted_source::permuted_source(id_source& numbers, std::unique_ptr<const permutation> by)
    : numbers_{numbers}, by_{std::move(by)} {}

grant permuted_source::try_generate(std::span<id> out) noexcept {
    grant given = numbers_.try_generate(out);
    if (given.made == 0) return given;
    const auto made = out.first(given.made);
    const bool too_large = std::ranges::any_of(made, [&](id each) { return !detail::fits(each.bits(), by_->bits()); });
    if (too_large) return {.why = errc::exhausted};
    if (!detail::permute(*by_, made)) return {.why = errc::internal};
    return given;
}

range_grant permuted_source::one() noexcept {
    id only;
    const grant given = try_generate({&only, 1});
    return {{only, given.made, 1}, given.wait, given.why};
}

range_grant permuted_source::try_range(std::uint64_t) noexcept {
    return one();
}

range_grant permuted_source::try_block(std::uint64_t count) noexcept {
    return count == 1 ? one() : range_grant{.why = errc::invalid_argument};
}

error permuted_source::explain_refusal(errc why) const {
    switch (why) {
    case errc::invalid_argument:
        return {why, "the numbers are permuted, so that they do not come in one piece"};
    case errc::internal:
        return {why, "the cipher that permutes the numbers failed"};
    case errc::exhausted:
        return {why, "the numbers are used up, or have more than the " + std::to_string(by_->bits()) +
                         " bits that are permuted"};
    default:
        return numbers_.explain_refusal(why);
    }
}

result<std::uint64_t> permuted_source::number_of(id value) const {
    std::uint64_t number = value.bits();
    if (!detail::fits(number, by_->bits()))
        return error{errc::invalid_argument, to_string(value) + " has more than the " + std::to_string(by_->bits()) +
                                                 " bits that are permuted"};
    if (!by_->invert({&number, 1})) return error{errc::internal, "the cipher failed"};
    return number;
}

} // namespace vesta
