#include "api/making.hpp"

#include <algorithm>

namespace vesta::rest {
namespace {

result<const layout*> layout_of(const time_generator_spec& spec, const making& parts) {
    if (!parts.type_name.empty()) return spec.family->type(parts.type_name);
    if (!parts.type || *parts.type == spec.type->type()) return spec.type;
    const auto found = std::ranges::find(spec.family->types(), *parts.type, &layout::type);
    if (found != spec.family->types().end()) return &*found;
    std::string known;
    for (const layout& each : spec.family->types())
        known += (known.empty() ? "" : ", ") + std::to_string(each.type()) + " (" + each.name() + ")";
    return error{errc::invalid_argument,
                 "type is " + std::to_string(*parts.type) + "; " + spec.family->name() + " has " + known};
}

} // namespace

result<id> make_id(const time_generator& with, const making& parts) {
    const time_generator_spec& spec = with.spec();
    const auto type = layout_of(spec, parts);
    if (!type) return type.error();
    const auto machines = with.machines();
    if (!parts.machine && machines.empty())
        return error{errc::not_ready, "this server has no machine ID yet; name one: machine"};
    const bool has_method = (*type)->width(field::gen_method) != 0;
    const auto own_method = has_method ? static_cast<std::uint64_t>(spec.method) : 0;
    return spec.family->make(**type, {.version = parts.version.value_or(spec.version),
                                      .gen_method = parts.gen_method.value_or(own_method),
                                      .machine = parts.machine.value_or(machines.empty() ? 0 : machines.front().value),
                                      .time = parts.time,
                                      .seq = parts.seq});
}

} // namespace vesta::rest
