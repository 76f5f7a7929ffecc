#include "commands.hpp"
#include "words.hpp"

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

/// The type named @p word, or with the number @p word; the generator's own where there is none.
result<const layout*> find_type(const time_generator& of, const std::optional<std::string_view>& word) {
    const time_generator_spec& spec = of.spec();
    if (!word) return spec.type;
    const auto types = spec.family->types();
    const auto named = std::ranges::find_if(types, [&](const layout& each) { return same_word(each.name(), *word); });
    if (named != types.end()) return &*named;
    if (const auto number = read_number<std::uint64_t>(*word)) {
        const auto numbered = std::ranges::find(types, *number, &layout::type);
        if (numbered != types.end()) return &*numbered;
    }
    return spec.family->type(*word);
}

/// The fields of an ID as this generator would make it, but for time and seq.
fields own_fields(const time_generator& of, const layout& type) {
    fields own;
    own.version = of.spec().version;
    own.gen_method = type.width(field::gen_method) == 0 ? 0 : static_cast<std::uint64_t>(of.spec().method);
    const auto machines = of.machines();
    if (!machines.empty()) own.machine = machines.front().value;
    return own;
}

struct given_field {
    field which;
    std::string_view word;
    const std::optional<std::string_view>& value;
};

/// Puts the given values in their places. Error: `invalid_argument`.
result<void> set_fields(fields& to, std::initializer_list<given_field> given) {
    for (const given_field& each : given) {
        if (!each.value) continue;
        const auto number = read_number<std::uint64_t>(*each.value);
        if (!number)
            return error{errc::invalid_argument,
                         std::string{each.word} + " is " + in_quotes(*each.value) + "; it is a number from 0 up"};
        to[each.which] = *number;
    }
    return {};
}

void write_pair(reply_writer& to, std::string_view name, std::uint64_t value) {
    to.bulk(name);
    to.integer(static_cast<std::int64_t>(value));
}

void write_explanation(reply_writer to, const explanation& of) {
    to.map(all_fields.size() + 1);
    for (const field each : {field::version, field::type, field::gen_method, field::time, field::seq, field::machine})
        write_pair(to, vesta::name(each), of.parts[each]);
    to.bulk("at");
    to.bulk(to_rfc3339(of.at));
}

void write_explanation(reply_writer to, const sharded_disclosure& of) {
    to.map(of.number ? 4 : 3);
    write_pair(to, "next", of.parts.next);
    write_pair(to, "shard", of.parts.shard.value);
    write_pair(to, "app", of.parts.app.value);
    if (of.number) write_pair(to, "number", *of.number);
}

} // namespace

verdict run_expid(call& with) {
    std::optional<std::string_view> generator;
    const auto read = read_options(with.arguments.subspan(2), {{"GENERATOR", &generator}});
    if (!read) return with.fail(read.error());
    const auto from = with.of.from.find(generator.value_or(""));
    if (!from) return with.fail(from.error());
    if (const auto can = (*from)->explains(); !can) return with.fail(can.error());
    const auto value = parse_id(with.arguments[1]);
    if (!value) return with.fail_value(value.error());
    const auto told = (*from)->explain(*value);
    if (!told) return with.fail_value(told.error());
    std::visit([&](const auto& each) { write_explanation(with.reply(), each); }, *told);
    return {};
}

verdict run_makeid(call& with) {
    std::optional<std::string_view> time, seq, machine, method, type, version, generator;
    const auto read = read_options(with.arguments.subspan(1), {{"TIME", &time},
                                                               {"SEQ", &seq},
                                                               {"MACHINE", &machine},
                                                               {"GENMETHOD", &method},
                                                               {"TYPE", &type},
                                                               {"VERSION", &version},
                                                               {"GENERATOR", &generator}});
    if (!read) return with.fail(read.error());
    if (!time || !seq) return with.fail(reply_word::err, "MAKEID needs both TIME and SEQ");
    const auto from = with.of.from.time_based(generator.value_or(""));
    if (!from) return with.fail(from.error());
    const auto of_type = find_type(**from, type);
    if (!of_type) return with.fail_value(of_type.error());
    if (!machine && (*from)->machines().empty())
        return with.fail(error{errc::not_ready, "this server has no machine ID yet; name one: MACHINE"});
    fields parts = own_fields(**from, **of_type);
    const auto set = set_fields(parts, {{field::time, "TIME", time},
                                        {field::seq, "SEQ", seq},
                                        {field::machine, "MACHINE", machine},
                                        {field::gen_method, "GENMETHOD", method},
                                        {field::version, "VERSION", version}});
    if (!set) return with.fail_value(set.error());
    const auto made = (*from)->spec().family->make(**of_type, parts);
    if (!made) return with.fail_value(made.error());
    with.reply().integer(made->value);
    return {};
}

verdict run_transtime(call& with) {
    std::optional<std::string_view> type, generator;
    const auto read = read_options(with.arguments.subspan(2), {{"TYPE", &type}, {"GENERATOR", &generator}});
    if (!read) return with.fail(read.error());
    const auto from = with.of.from.time_based(generator.value_or(""));
    if (!from) return with.fail(from.error());
    const auto of_type = find_type(**from, type);
    if (!of_type) return with.fail_value(of_type.error());
    const auto time = read_number<std::uint64_t>(with.arguments[1]);
    const std::uint64_t most = (*of_type)->max(field::time);
    if (!time || *time > most)
        return with.fail(reply_word::range, "the time is " + in_quotes(with.arguments[1]) + "; type " +
                                                (*of_type)->name() + " takes 0 to " + std::to_string(most));
    with.reply().bulk(to_rfc3339((*of_type)->instant_of(*time)));
    return {};
}

} // namespace vesta::rpc::detail
