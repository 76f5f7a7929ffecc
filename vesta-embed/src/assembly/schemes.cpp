#include <vesta/embed/layouts.hpp>
#include <vesta/time/clock.hpp>

#include <algorithm>

namespace vesta::embed {
namespace {

layout_spec spec_of(const std::string& name, const custom_layout_settings& of) {
    layout_spec spec;
    spec.name = name;
    spec.width = {of.version, of.type, of.gen_method, of.machine, of.time, of.seq};
    spec.unit = of.unit;
    spec.epoch = unix_ms{std::chrono::milliseconds{of.epoch_ms}};
    for (std::size_t i = 0; i < of.order.size(); ++i)
        spec.order[i] = *std::ranges::find(all_fields, of.order[i], key_of);
    return spec;
}

/// @p latest is the latest epoch that a custom layout may have.
result<chosen_scheme> choose(const std::string& name, const generator_settings& of, unix_ms latest) {
    const auto* const timed = of.timed();
    if (timed == nullptr)
        return error{errc::invalid_argument,
                     "generator " + name + " is of kind " + of.kind + ", whose numbers have no layout"};
    if (const auto kind = find_uuid_kind(of.kind)) {
        const auto family = core_scheme(*kind, timed->machine_bits.value_or(usual_machine_bits));
        return chosen_scheme{family, family->types().data(), kind};
    }
    if (of.kind != "custom") {
        // Presets live as long as the program, so there is nothing to own.
        const std::shared_ptr<const scheme> preset{std::shared_ptr<void>{}, find_scheme(of.kind)};
        auto type = preset->type(timed->type);
        if (!type) return std::move(type).error();
        return chosen_scheme{preset, *type};
    }
    auto made = layout::make(spec_of(name, *timed->layout), latest);
    if (!made) return std::move(made).error();
    const auto family = std::make_shared<const scheme>("custom", std::vector{*std::move(made)});
    return chosen_scheme{family, family->types().data()};
}

} // namespace

result<chosen_scheme> choose_scheme(const std::string& name, const generator_settings& of) {
    return choose(name, of, std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now()));
}

generator_settings with_successor(const generator_settings& of) {
    generator_settings next = of;
    auto& timed = std::get<time_settings>(next.of);
    const successor_settings then = *timed.then;
    next.kind = then.kind;
    timed.type = then.type;
    timed.version = then.version;
    if (then.gen_method) timed.gen_method = then.gen_method;
    timed.layout = then.layout;
    timed.then.reset();
    return next;
}

result<std::optional<chosen_succession>> choose_succession(const std::string& name, const generator_settings& of) {
    if (of.timed() == nullptr || !of.timed()->then) return std::optional<chosen_succession>{};
    const successor_settings& then = *of.timed()->then;
    auto first = choose_scheme(name, of);
    if (!first) return std::move(first).error();
    auto second = choose(name + ".then", with_successor(of), then.at);
    if (!second) return std::move(second).error();
    const layouts_in_turn both{{first->family.get(), first->type, of.timed()->version},
                               {second->family.get(), second->type, then.version},
                               then.at};
    return std::optional{chosen_succession{*std::move(first), *std::move(second), both}};
}

} // namespace vesta::embed
