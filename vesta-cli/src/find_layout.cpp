#include "find_layout.hpp"

#include <vesta/base/nearest.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/catalogue/making.hpp>
#include <vesta/embed/layouts.hpp>

namespace vesta::cli {
namespace {

std::optional<machine_id> own_machine(const embed::settings& from) {
    const auto& property = from.machine_id.property;
    if (from.machine_id.provider != embed::id_provider::property) return {};
    if (property.ids.size() == 1) return machine_id{property.ids.front()};
    return property.id ? std::optional{machine_id{*property.id}} : std::nullopt;
}

std::shared_ptr<const scheme> unowned(const scheme* preset) {
    return {std::shared_ptr<void>{}, preset};
}

result<named_layout> of_type(std::shared_ptr<const scheme> family, const layout* own, const std::string& type) {
    auto chosen = find_type({*family, *own}, type.empty() ? std::nullopt : std::optional{type});
    if (!chosen) return std::move(chosen).error();
    return named_layout{std::move(family), *chosen};
}

bool is_preset(const std::string& name) {
    return find_scheme(name) != nullptr || find_uuid_kind(name);
}

result<named_layout> of_preset(const std::string& name, const std::string& type) {
    if (const auto kind = find_uuid_kind(name)) {
        auto cores = core_scheme(*kind);
        const layout* const only = cores->types().data();
        auto found = of_type(std::move(cores), only, type);
        if (found) found->cores_of = kind;
        return found;
    }
    auto family = unowned(find_scheme(name));
    const layout* const first = family->types().data();
    return of_type(std::move(family), first, type);
}

/// The layout of a generator whose layout has a successor: of the one that has @p type, or of both.
result<named_layout> of_either(const embed::chosen_succession& from, const std::string& type) {
    auto former = of_type(from.first.family, from.first.type, type);
    auto next = of_type(from.second.family, from.second.type, type);
    if (next) next->version = from.both.second.version;
    if (!former) return next ? std::move(next) : std::move(former);
    former->version = from.both.first.version;
    if (!next) return former;
    former->both = from.both;
    former->both->first.type = former->type;
    former->both->second.type = next->type;
    former->next_family = from.second.family;
    return former;
}

error unknown(const std::string& generator, const embed::settings& from) {
    std::string names = from.generator_names();
    std::vector<std::string> known;
    for (const auto& [name, each] : from.generators)
        known.push_back(name);
    for (const auto each : scheme_names()) {
        names.append(", ").append(each);
        known.emplace_back(each);
    }
    return {errc::not_found, "there is no generator or layout " + in_quotes(generator) + "; there are " + names +
                                 did_you_mean(generator, known)};
}

} // namespace

result<named_layout> find_any_layout(const common_options& common, const std::string& generator,
                                     const std::string& type) {
    const bool no_file = common.config.empty() && !embed::find_settings();
    if (no_file && (generator.empty() || is_preset(generator)))
        return of_preset(generator.empty() ? "vesta" : generator, type);
    auto settings = load(common);
    if (!settings) return std::move(settings).error();
    const auto* const named = settings->generator(generator);
    if (named == nullptr && is_preset(generator)) return of_preset(generator, type);
    if (named == nullptr) return unknown(generator.empty() ? "default" : generator, *settings);
    const std::string name = generator.empty() ? "default" : generator;
    auto chosen = embed::choose_scheme(name, *named);
    if (!chosen) return std::move(chosen).error();
    auto both = embed::choose_succession(name, *named);
    if (!both) return std::move(both).error();
    auto found = *both ? of_either(**both, type) : of_type(chosen->family, chosen->type, type);
    if (!found) return found;
    if (!*both) found->version = named->timed()->version;
    found->machine = own_machine(*settings);
    found->cores_of = chosen->cores_of;
    found->outward = named->outward.has_value();
    return found;
}

named_layout named_layout::at(unix_ms instant) const {
    named_layout alone = *this;
    if (both && instant >= both->at) {
        alone.family = next_family;
        alone.type = both->second.type;
        alone.version = both->second.version;
    }
    alone.both.reset();
    return alone;
}

const layout& named_layout::type_of(const explanation& told) const {
    const scheme& by = both && both->first.family->name() != told.scheme ? *next_family : *family;
    if (const auto found = by.type(told.type)) return **found;
    return **next_family->type(told.type); // two schemes of one name, as of kind custom
}

result<named_layout> find_layout(const common_options& common, const std::string& generator, const std::string& type) {
    auto found = find_any_layout(common, generator, type);
    if (found && found->cores_of)
        return error{errc::invalid_argument, "IDs of kind " + std::string{name(*found->cores_of)} +
                                                 " have 128 bits, most of them random: this is for IDs of 64 bits"};
    return found;
}

} // namespace vesta::cli
