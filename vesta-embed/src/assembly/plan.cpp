#include "plan.hpp"

#include "providers.hpp"

#include <algorithm>

namespace vesta::embed {
namespace {

bool has_method(const layout& of) {
    return of.width(field::gen_method) != 0;
}

result<planned_generator> plan_one(const settings& from, const std::string& name, const generator_settings& of,
                                   gen_method method) {
    auto chosen = choose_scheme(name, of);
    if (!chosen) return std::move(chosen).reason();
    const layout& type = *chosen->type;
    time_generator_spec spec{.family = chosen->family.get(),
                             .type = &type,
                             .method = of.gen_method ? static_cast<gen_method>(*of.gen_method) : method,
                             .version = of.version,
                             .populator = of.populator,
                             .rollback_wait = from.clock.rollback_wait,
                             .wait_at_start = from.clock.after == after_crash::wait};
    spec.longest_wait = from.clock.reserve_ahead + std::chrono::seconds{2};
    if (has_method(type) && static_cast<std::uint64_t>(spec.method) > type.max(field::gen_method))
        return error{errc::invalid_settings,
                     "generators." + name + ": genMethod " + std::to_string(static_cast<unsigned>(spec.method)) + " (" +
                         std::string{vesta::name(spec.method)} + ") does not fit layout " + chosen->family->name() +
                         ", which takes 0 to " + std::to_string(type.max(field::gen_method)) + "; set gen-method"};
    return planned_generator{name, *std::move(chosen), spec, {method}};
}

bool same_bits(const layout& a, const layout& b) {
    const auto same_place = [&](field which) { // where a field of no bits would lie does not matter
        return a.width(which) == b.width(which) && (a.width(which) == 0 || a.shift(which) == b.shift(which));
    };
    return std::ranges::all_of(all_fields, same_place) && a.unit() == b.unit() && a.epoch() == b.epoch() &&
           a.type() == b.type();
}

/// Whether two generators of one process, with its machine IDs, could make the same number.
bool collide(const planned_generator& a, const planned_generator& b) {
    const bool one_method = !has_method(*a.spec.type) || a.spec.method == b.spec.method;
    return same_bits(*a.spec.type, *b.spec.type) && one_method && a.spec.version == b.spec.version;
}

result<void> add(std::vector<planned_generator>& planned, planned_generator next) {
    for (auto& other : planned) {
        if (!collide(other, next)) continue;
        if (other.name != next.name)
            return error{errc::invalid_settings,
                         "generators." + other.name + " and generators." + next.name +
                             " would make the same IDs; give one another kind, type or gen-method"};
        // One generator for several ways of publishing: its layout or its settings leave no room to tell them apart.
        other.serves.push_back(next.serves.front());
        return {};
    }
    planned.push_back(std::move(next));
    return {};
}

} // namespace

result<std::vector<planned_generator>> plan_generators(const settings& from, const open_options& options) {
    std::vector<planned_generator> planned;
    for (const auto& [name, each] : from.generators) {
        if (each.counts() || (!options.only.empty() && name != options.only)) continue;
        for (const gen_method method : options.methods) {
            auto next = plan_one(from, name, each, method);
            if (!next) return std::move(next).reason();
            if (auto added = add(planned, *std::move(next)); !added) return added.reason();
        }
    }
    return planned;
}

result<void> check_generators(const settings& from) {
    // As `vesta serve` would open them; a generator that fits one way of publishing only is an error there too.
    open_options serving;
    serving.methods.clear();
    if (from.rpc.enabled) serving.methods.push_back(gen_method::rpc);
    if (from.rest.enabled) serving.methods.push_back(gen_method::rest);
    if (serving.methods.empty()) serving.methods.push_back(gen_method::embedded);
    auto planned = plan_generators(from, serving);
    if (!planned) return std::move(planned).reason();
    if (planned->empty()) return {};
    return check_listed_ids(from, request_for(from, *planned));
}

lease_request request_for(const settings& from, std::span<const planned_generator> planned) {
    lease_request request{.instance = from.instance};
    std::uint64_t max_id = ~std::uint32_t{0};
    for (const auto& each : planned) {
        max_id = std::min(max_id, each.spec.type->max(field::machine));
        if (!has_method(*each.spec.type)) {
            request.without_method = true;
        } else if (std::ranges::find(request.methods, each.spec.method) == request.methods.end()) {
            request.methods.push_back(each.spec.method);
        }
    }
    request.max_id = static_cast<std::uint32_t>(max_id);
    return request;
}

} // namespace vesta::embed
