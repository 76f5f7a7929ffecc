#include "outward.hpp"

#include "settings/fingerprints.hpp"
#include "stores/store_clients.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/catalogue/named_outward.hpp>
#include <vesta/embed/layouts.hpp>
#include <vesta/embed/outward.hpp>
#include <vesta/id/text_form.hpp>

#include <bit>
#include <cstring>
#include <utility>

namespace vesta::embed {
namespace {

constexpr unsigned bits_of_numbers = 48;
constexpr unsigned bits_of_a_double = 53; // that hold whole numbers

/// Whether @p digits write one byte again and again, which nobody would draw.
bool write_one_byte(std::string_view digits) {
    return digits.size() > 2 && digits.substr(2) == digits.substr(0, digits.size() - 2);
}

result<std::shared_ptr<const permutation_family>> outward_key(const std::string& path, const outward_key_settings& of) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    auto digits = read_secret(of.key_file, of.key_env, path, "key");
    if (!digits) return std::move(digits).error();
    const std::string where = of.key_env.empty() ? "the key file " + of.key_file : "$" + of.key_env;
    const bool drawn = !write_one_byte(*digits);
    auto family = (*clients)->permutations_of(*digits, where);
    ::explicit_bzero(digits->data(), digits->size());
    if (!family) return error{family.error().code, path + ": " + family.error().message};
    if (!drawn)
        return error{errc::invalid_settings,
                     path + ": " + where + " has one byte again and again; `openssl rand -hex 16` draws a key"};
    return family;
}

/// Of what must stay as long as IDs made under @p key are in use: the key, how many bits it permutes, and the constant.
std::string fingerprint_of(const permutation_family& key, const outward_shape& of) {
    const std::string print = key.fingerprint() + "-" + std::to_string(of.bits);
    return of.constant == 0 ? print : print + "-" + to_text(id::from_bits(of.constant), text_form::hex);
}

/// Names the right fingerprint only where none is given: pasted in the place of another one it would repeat IDs.
result<void> check_fingerprint(const std::string& path, const std::string& identifier, const std::string& given,
                               const permutation_family& key, const outward_shape& of) {
    const std::string print = fingerprint_of(key, of);
    if (given == print) return {};
    if (given.empty())
        return error{errc::invalid_settings,
                     path + ".fingerprint is needed, so that no node uses another key; that of this one is " + print};
    if (key_part(given).empty())
        return error{errc::invalid_settings,
                     path + ".fingerprint is " + in_quotes(given) + ", which is none; that of this key is " + print};
    const std::string why = key_part(given) == key.fingerprint()
                                ? "kind, version, type, gen-method or bits have changed since " + given +
                                      ", and IDs would repeat: put them back, or add a generator with a key of its own"
                                : "this is another key than that of " + given + ", and IDs of identifier " +
                                      identifier +
                                      " would repeat: put that one back, or give the new key an identifier of its own";
    return error{errc::invalid_settings, path + ": " + why};
}

/// Those of the greatest ID of @p time.
fields greatest_parts(const time_settings& timed, const layout& type, std::uint64_t time) {
    const std::uint64_t method = timed.gen_method.value_or(type.max(field::gen_method));
    return {.version = timed.version,
            .type = type.type(),
            .gen_method = type.width(field::gen_method) == 0 ? 0 : method,
            .machine = type.max(field::machine),
            .time = time,
            .seq = type.max(field::seq)};
}

/// What all IDs have in common, and how many bits are left below: version and type, and genMethod where it is set.
result<void> suit_layout(outward_shape& shape, const std::string& name, const generator_settings& as) {
    const auto chosen = choose_scheme(name, as);
    if (!chosen) return chosen.error();
    const layout& type = *chosen->type;
    const time_settings& timed = *as.timed();
    const fields greatest = greatest_parts(timed, type, type.max(field::time));
    const fields least{
        .version = greatest.version, .type = greatest.type, .gen_method = timed.gen_method ? greatest.gen_method : 0};
    const auto bottom = type.encode(least);
    if (!bottom) return bottom.error();
    const auto top = type.encode(greatest);
    if (!top) return top.error();
    shape.constant = bottom->bits();
    shape.bits = static_cast<unsigned>(std::bit_width(top->bits() ^ bottom->bits()));
    shape.most_bits = top->bits() >> bits_of_a_double == 0 ? bits_of_a_double : 64;
    return {};
}

result<outward_shape> outward_shape_of(const std::string& name, const generator_settings& as) {
    const outward_settings& of = *as.outward;
    const std::string path = "generators." + name + ".outward";
    outward_shape shape{.bits = bits_of_numbers, .most_bits = 63, .current = of.key};
    if (as.timed() != nullptr)
        if (auto suited = suit_layout(shape, name, as); !suited) return std::move(suited).error();
    shape.bits = of.bits.value_or(shape.bits);
    for (const auto& [identifier, each] : of.keys) {
        const std::string at = path + ".keys." + identifier;
        auto family = outward_key(at, each);
        if (!family) return std::move(family).error();
        if (auto good = check_fingerprint(at, identifier, each.fingerprint, **family, shape); !good)
            return std::move(good).error();
        shape.keys.emplace(*read_number<std::uint64_t>(identifier), *std::move(family));
    }
    return shape;
}

/// Whether IDs of @p clock's instant are among those that the form takes.
result<void> check_room(const std::string& name, const generator_settings& as, const outward_shape& shape,
                        const wall_clock& clock) {
    if (as.timed() == nullptr) return {};
    const auto chosen = choose_scheme(name, as);
    if (!chosen) return chosen.error();
    const layout& type = *chosen->type;
    const auto time = type.time_of(std::chrono::floor<std::chrono::milliseconds>(clock.now()));
    if (!time) return {}; // a layout that has ended makes none
    const auto greatest = type.encode(greatest_parts(*as.timed(), type, *time));
    if (!greatest) return greatest.error();
    const auto needed = static_cast<unsigned>(std::bit_width(greatest->bits() ^ shape.constant));
    if (needed <= shape.bits) return {};
    return error{errc::invalid_settings, "generators." + name + ".outward.bits is " + std::to_string(shape.bits) +
                                             "; IDs of now have " + std::to_string(needed) +
                                             ", and more bits last for longer"};
}

error of_form(const std::string& name, const error& reason) {
    return {reason.code, "generators." + name + ".outward: " + reason.message};
}

} // namespace

result<std::shared_ptr<named_generator>> in_outward_form(const std::string& name, const generator_settings& as,
                                                         std::shared_ptr<named_generator> of, const wall_clock& clock) {
    if (!as.outward) return of;
    auto shape = outward_shape_of(name, as);
    if (!shape) return std::move(shape).error();
    if (auto good = check_room(name, as, *shape, clock); !good) return std::move(good).error();
    auto made = named_outward::make(std::move(of), *std::move(shape), clock);
    if (!made) return of_form(name, made.error());
    return made;
}

result<std::optional<outward_form>> find_outward_form(const settings& from, std::string_view generator,
                                                      std::string_view tag) {
    const std::string name{generator.empty() ? "default" : generator};
    const generator_settings* const as = from.generator(name);
    if (as == nullptr || !as->outward) return std::optional<outward_form>{};
    if (as->timed() != nullptr && !tag.empty())
        return error{errc::invalid_argument, "generator " + name + " is of kind " + as->kind + ", which takes no tag"};
    if (as->timed() == nullptr && tag.empty())
        return error{errc::invalid_argument, "generator " + name + " is of kind " + as->kind + ", which needs a tag"};
    const auto shape = outward_shape_of(name, *as);
    if (!shape) return shape.error();
    auto made = outward_form::make(*shape, tag);
    if (!made) return of_form(name, made.error());
    return std::optional{*std::move(made)};
}

result<void> check_outward_forms(const settings& from, const wall_clock& clock) {
    for (const auto& [name, each] : from.generators) {
        if (!each.outward) continue;
        const auto shape = outward_shape_of(name, each);
        if (!shape) return shape.error();
        if (const auto made = outward_form::make(*shape, {}); !made) return of_form(name, made.error());
        if (auto good = check_room(name, each, *shape, clock); !good) return good;
    }
    return {};
}

} // namespace vesta::embed
