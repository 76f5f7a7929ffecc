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

} // namespace

result<chosen_scheme> choose_scheme(const std::string& name, const generator_settings& of) {
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
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    auto made = layout::make(spec_of(name, *timed->layout), now);
    if (!made) return std::move(made).error();
    const auto family = std::make_shared<const scheme>("custom", std::vector{*std::move(made)});
    return chosen_scheme{family, family->types().data()};
}

} // namespace vesta::embed
