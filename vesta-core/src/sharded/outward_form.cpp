#include "permute.hpp"

#include <vesta/base/list.hpp>
#include <vesta/sharded/outward_form.hpp>

#include <algorithm>
#include <string>

namespace vesta {
namespace {

/// @p number << bits, for 0 to 64 bits.
constexpr std::uint64_t above(std::uint64_t number, unsigned bits) noexcept {
    return bits >= 64 ? 0 : number << bits;
}

constexpr std::uint64_t top_of(std::uint64_t number, unsigned bits) noexcept {
    return bits >= 64 ? 0 : number >> bits;
}

} // namespace

result<outward_form> outward_form::make(const outward_shape& shape, std::string_view domain) {
    if (shape.bits > shape.most_bits)
        return error{errc::invalid_settings, "bits is " + std::to_string(shape.bits) + "; these outward IDs have " +
                                                 std::to_string(shape.most_bits) + " at most"};
    outward_form made{shape.constant, shape.bits, shape.current};
    for (const auto& [identifier, family] : shape.keys) {
        const unsigned room = shape.most_bits - shape.bits;
        if (!detail::fits(identifier, room))
            return error{errc::invalid_settings,
                         "key " + std::to_string(identifier) + " has no room: above " + std::to_string(shape.bits) +
                             " bits there are " + std::to_string(room) +
                             " for the identifiers of keys; choose a lower one, or fewer bits before the first ID"};
        auto one = family->make(shape.bits, "outward " + std::string{domain});
        if (!one) return std::move(one).error();
        made.keys_.emplace(identifier, *std::move(one));
    }
    const auto now = made.keys_.find(shape.current);
    if (now == made.keys_.end())
        return error{errc::invalid_settings, "key is " + std::to_string(shape.current) + ", which is not among keys"};
    made.now_ = now->second.get();
    return made;
}

bool outward_form::takes(id inward) const noexcept {
    return detail::fits(inward.bits() ^ constant_, bits_);
}

bool outward_form::apply(std::span<id> ids) const noexcept {
    return detail::permute(*now_, ids, constant_, above(current_, bits_));
}

std::uint64_t outward_form::key_of(id outward) const noexcept {
    return top_of(outward.bits(), bits_);
}

result<id> outward_form::inward(id outward) const {
    const std::uint64_t identifier = key_of(outward);
    const auto key = keys_.find(identifier);
    if (key == keys_.end())
        return error{errc::invalid_argument,
                     to_string(outward) + " names key " + std::to_string(identifier) + "; the settings have " +
                         listed(keys_, [](const auto& each) { return std::to_string(each.first); })};
    std::uint64_t number = outward.bits() ^ above(identifier, bits_);
    if (!key->second->invert({&number, 1})) return error{errc::internal, "the cipher failed"};
    return id::from_bits(number ^ constant_);
}

grant outward_source::try_generate(std::span<id> out) noexcept {
    const grant given = ids_.try_generate(out);
    if (given.made == 0) return given;
    const auto made = out.first(given.made);
    const bool taken = std::ranges::all_of(made, [this](id each) { return by_.takes(each); });
    if (taken && by_.apply(made)) return given;
    std::ranges::fill(made, id{});
    if (!taken) outgrown_.store(true, std::memory_order_relaxed);
    return {.why = taken ? errc::internal : errc::exhausted};
}

range_grant outward_source::try_block(std::uint64_t count) noexcept {
    if (count != 1) return {.why = errc::invalid_argument};
    id only;
    const grant given = try_generate({&only, 1});
    return {{only, given.made, 1}, given.wait, given.why};
}

error outward_source::explain_refusal(errc why) const {
    switch (why) {
    case errc::invalid_argument:
        return {why, "these IDs leave in outward form, so none of them lie in one piece: take them one by one or in "
                     "batches, without ranges and prefetching"};
    case errc::internal:
        return {why, "the cipher of the outward form failed"};
    case errc::exhausted:
        if (outgrown_.load(std::memory_order_relaxed))
            return {why, "the IDs have outgrown the " + std::to_string(by_.bits()) + " bits of their outward form"};
        break;
    default:
        break;
    }
    return ids_.explain_refusal(why);
}

} // namespace vesta
