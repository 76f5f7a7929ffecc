#include "commands.hpp"
#include "words.hpp"

#include <vesta/catalogue/making.hpp>

#include <algorithm>
#include <array>

namespace vesta::rpc::detail {
namespace {

/// TIME, SEQ, GENMETHOD: what the parts of an ID are called here.
std::string word_of(field which) {
    std::string word{vesta::name(which)};
    std::ranges::transform(word, word.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return word;
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

void write_explanation(reply_writer to, const uuid_explanation& of) {
    to.map(all_fields.size() + 1);
    for (const field each : {field::version, field::gen_method, field::time, field::seq, field::machine})
        write_pair(to, vesta::name(each), of.parts[each]);
    write_pair(to, "random", of.random);
    to.bulk("at");
    to.bulk(to_rfc3339(of.at));
}

} // namespace

verdict run_expid(call& with) {
    std::optional<std::string_view> generator;
    const auto read = read_options(with.arguments.subspan(2), {{"GENERATOR", &generator}});
    if (!read) return with.fail(read.error());
    if (const auto allowed = with.allow(access::verb::explain, generator.value_or("")); !allowed)
        return with.fail(allowed.error());
    const auto from = with.of.from.find(generator.value_or(""));
    if (!from) return with.fail(from.error());
    if (const auto can = (*from)->explains(); !can) return with.fail(can.error());
    const auto told = (*from)->explain_text(with.arguments[1], {});
    if (!told) return with.fail_value(told.error());
    std::visit([&](const auto& each) { write_explanation(with.reply(), each); }, *told);
    return {};
}

verdict run_makeid(call& with) {
    std::array<std::optional<std::string_view>, all_fields.size()> words;
    const auto word = [&](field which) { return &words[static_cast<std::size_t>(which)]; };
    std::optional<std::string_view> generator;
    const auto read = read_options(with.arguments.subspan(1), {{"TIME", word(field::time)},
                                                               {"SEQ", word(field::seq)},
                                                               {"MACHINE", word(field::machine)},
                                                               {"GENMETHOD", word(field::gen_method)},
                                                               {"TYPE", word(field::type)},
                                                               {"VERSION", word(field::version)},
                                                               {"GENERATOR", &generator}});
    if (!read) return with.fail(read.error());
    if (!*word(field::time) || !*word(field::seq)) return with.fail(reply_word::err, "MAKEID needs both TIME and SEQ");
    if (const auto allowed = with.allow(access::verb::make, generator.value_or("")); !allowed)
        return with.fail(allowed.error());
    const auto from = with.of.from.find(generator.value_or(""));
    if (!from) return with.fail(from.error());
    if (const auto timed = (*from)->time_based(); !timed) return with.fail(timed.error());
    making parts;
    for (const field each : all_fields)
        parts[each] = *word(each);
    const auto made = (*from)->make_id(parts, word_of);
    if (!made) return with.fail_value(made.error());
    with.ids().write(with.reply(), *made);
    return {};
}

verdict run_transtime(call& with) {
    std::optional<std::string_view> type, generator;
    const auto read = read_options(with.arguments.subspan(2), {{"TYPE", &type}, {"GENERATOR", &generator}});
    if (!read) return with.fail(read.error());
    if (const auto allowed = with.allow(access::verb::explain, generator.value_or("")); !allowed)
        return with.fail(allowed.error());
    const auto of = with.of.from.find(generator.value_or(""));
    if (!of) return with.fail(of.error());
    const auto from = (*of)->time_based();
    if (!from) return with.fail(from.error());
    const auto time = read_number<std::uint64_t>(with.arguments[1]);
    if (time && (*of)->layouts()) {
        const auto at = (*of)->to_time(*time, std::optional<std::string>{type});
        if (!at) return with.fail_value(at.error());
        with.reply().bulk(to_rfc3339(*at));
        return {};
    }
    const auto of_type = find_type(**from, std::optional<std::string>{type});
    if (!of_type) return with.fail_value(of_type.error());
    const std::uint64_t most = (*of_type)->max(field::time);
    if (!time || *time > most)
        return with.fail(reply_word::range, "the time is " + in_quotes(with.arguments[1]) + "; type " +
                                                (*of_type)->name() + " takes 0 to " + std::to_string(most));
    with.reply().bulk(to_rfc3339((*of_type)->instant_of(*time)));
    return {};
}

} // namespace vesta::rpc::detail
