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

} // namespace vesta
