#include <vesta/base/ascii.hpp>
#include <vesta/base/list.hpp>
#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/catalogue/making.hpp>

#include <algorithm>

namespace vesta {
namespace {

error no_such_number(const scheme& family, std::uint64_t number) {
    const auto numbered = [](const layout& each) { return std::to_string(each.type()) + " (" + each.name() + ")"; };
    return {errc::invalid_argument,
            "type is " + std::to_string(number) + "; " + family.name() + " has " + listed(family.types(), numbered)};
}

/// What is said of a layout whose turn a time is in, or not.
std::string in_words(const making_defaults& of, const layout& type, std::uint64_t time) {
    const std::string said = of.family.name() + " (" + type.name() + ")";
    return time > type.max(field::time) ? said : said + ", where it is " + to_rfc3339(type.instant_of(time));
}

error is_of_neither(const making_in_turn& with, std::uint64_t time, const layout* one, const layout* other) {
    const std::string why = "time " + std::to_string(time) + " is neither before " + to_rfc3339(with.at) + " in " +
                            in_words(with.first, one == nullptr ? with.first.type : *one, time);
    return {errc::invalid_argument,
            why + ", nor from then on in " + in_words(with.second, other == nullptr ? with.second.type : *other, time)};
}

error is_of_both(const making_in_turn& with, std::uint64_t time, const layout& one, const layout& other) {
    return {errc::invalid_argument, "time " + std::to_string(time) + " could be of " + in_words(with.first, one, time) +
                                        ", and of " + in_words(with.second, other, time) +
                                        "; give the type, or version " + std::to_string(with.first.version) + " or " +
                                        std::to_string(with.second.version)};
}

} // namespace

making_defaults defaults_of(const time_generator& of) {
    const time_generator_spec& spec = of.spec();
    making_defaults made{*spec.family, *spec.type, spec.version, spec.method};
    if (const auto machines = of.machines(); !machines.empty()) made.machine = machines.front();
    return made;
}

result<const layout*> find_type(const making_defaults& of, const std::optional<std::string>& named) {
    if (!named) return &of.type;
    const auto types = of.family.types();
    const auto by_name =
        std::ranges::find_if(types, [&](const layout& each) { return same_word(each.name(), *named); });
    if (by_name != types.end()) return &*by_name;
    const auto number = read_number<std::uint64_t>(*named);
    if (!number) return of.family.type(*named);
    if (*number == of.type.type()) return &of.type;
    const auto by_number = std::ranges::find(types, *number, &layout::type);
    if (by_number == types.end()) return no_such_number(of.family, *number);
    return &*by_number;
}

result<id> make_id(const making_defaults& with, const making& parts, std::string (*called)(field)) {
    const auto type = find_type(with, parts[field::type]);
    if (!type) return type.error();
    if (!with.machine && !parts[field::machine])
        return error{errc::not_ready, "this server has no machine ID yet; name one: " + called(field::machine)};
    const bool has_method = (*type)->width(field::gen_method) != 0;
    fields made{.version = with.version,
                .gen_method = has_method ? static_cast<std::uint64_t>(with.method) : 0,
                .machine = with.machine.value_or(machine_id{}).value};
    for (const field each : {field::version, field::gen_method, field::machine, field::time, field::seq}) {
        if (!parts[each]) continue;
        const auto number = read_number<std::uint64_t>(*parts[each]);
        if (!number || *number > largest_part)
            return error{errc::invalid_argument, called(each) + " is " + in_quotes(*parts[each]) +
                                                     "; it must be a whole number from 0 to " +
                                                     std::to_string(largest_part)};
        made[each] = *number;
    }
    return with.family.make(**type, made);
}

result<unix_ms> instant_in(const layout& type, std::uint64_t time) {
    if (time <= type.max(field::time)) return type.instant_of(time);
    return error{errc::invalid_argument, "time is " + std::to_string(time) + "; layout " + type.name() +
                                             " takes 0 to " + std::to_string(type.max(field::time))};
}

result<making_in_turn::choice> making_in_turn::choose(std::uint64_t time, const std::optional<std::string>& type,
                                                      std::optional<std::uint64_t> version) const {
    const auto found = find_type(first, type);
    const layout* const one = found ? *found : nullptr;
    const auto found_too = find_type(second, type);
    const layout* const other = found_too ? *found_too : nullptr;
    if (one == nullptr && other == nullptr) return found.error();
    const bool is_former = one != nullptr && time < one->tick_from(at);
    const bool is_later = other != nullptr && time >= other->tick_from(at) && time <= other->max(field::time);
    if (!is_former && !is_later) return is_of_neither(*this, time, one, other);
    const choice former{&first, one};
    const choice later{&second, other};
    if (is_former != is_later) return is_former ? former : later;
    if (version && first.version != second.version) return *version == second.version ? later : former;
    const unix_ms latest = now + std::chrono::minutes{1}; // own time may be ahead
    const bool is_made = one->instant_of(time) <= latest;
    if (is_made != (other->instant_of(time) <= latest)) return is_made ? former : later;
    return is_of_both(*this, time, *one, *other);
}

result<id> make_id(const making_in_turn& with, const making& parts, std::string (*called)(field)) {
    const auto number = [&](field which) {
        return parts[which] ? read_number<std::uint64_t>(*parts[which]) : std::nullopt;
    };
    const auto time = number(field::time);
    if (!time) return make_id(with.first, parts, called); // which says what is wrong
    return with.choose(*time, parts[field::type], number(field::version)).and_then([&](const auto& chosen) {
        return make_id(*chosen.of, parts, called);
    });
}

} // namespace vesta
