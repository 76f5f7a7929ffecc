#include "commands.hpp"
#include "words.hpp"

#include <vesta/source/waiting.hpp>

#include <algorithm>
#include <array>

namespace vesta::rpc::detail {
namespace {

/// The words that select a stream: GENERATOR, TAG, APP and GATEPASS.
struct selector {
    std::optional<std::string_view> generator, tag, app, gate_pass;

    result<stream_query> query() const {
        stream_query wanted{generator.value_or(""), tag, std::nullopt, gate_pass};
        if (!app) return wanted;
        wanted.app = read_number<std::int64_t>(*app);
        if (!wanted.app) return error{errc::invalid_argument, "APP is " + in_quotes(*app) + "; it is a number"};
        return wanted;
    }
};

/// A stream, and the index of its generator for counting.
struct chosen {
    id_source* source;
    std::size_t generator;
};

result<named_generator*> admit(const call& with, access::verb what, const result<named_generator*>& from,
                               const stream_query& wanted) {
    const auto allowed = with.allow(what, from ? (*from)->name() : wanted.generator, wanted);
    if (!allowed) return allowed.error();
    return from;
}

result<chosen> choose(const call& with, access::verb what, const result<named_generator*>& from,
                      const stream_query& wanted) {
    const auto generator = admit(with, what, from, wanted);
    if (!generator) return generator.error();
    return (*generator)->stream(wanted).transform([&](id_source* source) {
        return chosen{source, with.of.from.index_of(*generator)};
    });
}

result<chosen> choose(const call& with, access::verb what, const selector& words) {
    const auto wanted = words.query();
    if (!wanted) return wanted.error();
    return choose(with, what, with.of.from.find(wanted->generator), *wanted);
}

/// What AS asks for: in any case, as commands are.
result<id_reply> read_form(std::string_view named, std::optional<uuid_kind> kind, std::string_view prefix) {
    const std::string name = lower_case(named);
    if (name == "binary" && kind && !prefix.empty())
        return error{errc::invalid_argument, "PREFIX is for texts, not for AS binary"};
    if (name == "binary" && kind) return id_reply{.when = id_reply::text::bytes, .shape = {kind}};
    const auto found = find_text_form(name);
    if (!found)
        return error{errc::invalid_argument,
                     "AS is " + in_quotes(named) +
                         (kind ? "; it is text, binary or one of " : "; it is text or one of ") + text_form_names()};
    return shape_for(kind, name == "text" ? std::nullopt : found, prefix).transform([&](const id_shape& shape) {
        return id_reply{.when = id_reply::text::always, .shape = shape, .prefix = prefix};
    });
}

/// As AS asks, else as is usual: IDs of 128 bits are texts to every client.
result<id_reply> reply_in(const call& with, std::optional<std::string_view> form, std::optional<uuid_kind> kind,
                          std::optional<std::string_view> prefix) {
    if (form || kind || prefix) return read_form(form.value_or("text"), kind, prefix.value_or(""));
    return with.ids();
}

verdict serve_one(const chosen& from, const id_reply& reply) noexcept {
    return {.then = verdict::kind::serve, .source = from.source, .generator = from.generator, .reply = reply};
}

void count_ids(const call& with, const chosen& from, std::uint64_t made) noexcept {
    with.counted.ids[from.generator].add(made);
}

verdict finish(std::chrono::nanoseconds wait) noexcept {
    if (wait <= no_time) return {};
    return {.then = verdict::kind::hold, .wait = wait};
}

std::string out_of_range(std::string_view what, std::string_view given, std::uint64_t most) {
    return std::string{what} + " is " + in_quotes(given) + "; it is 1 to " + std::to_string(most);
}

/// One ID of a reply that is not remembered.
verdict write_id(call& with, const chosen& from, const id_reply& reply) {
    if (const auto afforded = with.peer.visitor.take(1); !afforded) return with.fail(afforded.error());
    id one;
    const grant given = from.source->try_generate({&one, 1});
    if (given.made == 0) {
        with.peer.visitor.give_back(1);
        return with.refused(*from.source, given.why, given.wait);
    }
    reply.write(with.reply(), one);
    count_ids(with, from, 1);
    return finish(given.wait);
}

/// The array after its header, in as many attempts, and turns, as it takes.
verdict write_ids(call& with, const chosen& from, std::uint64_t count, const id_reply& reply) {
    progress& so_far = with.peer.under_way;
    if (with.out.size() == with.answer_begin) {
        if (const auto afforded = with.peer.visitor.take(count); !afforded) return with.fail(afforded.error());
        with.reply().array(count);
    }
    batch_pacer& pacer = with.of.from.all()[from.generator]->pacer();
    const auto begin = so_far.made;
    std::array<id, 1024> ids;
    while (so_far.made - begin < batch_pacer::piece) {
        const auto now = std::chrono::steady_clock::now();
        if (count > batch_pacer::largest_passer_by) {
            const auto pause = pacer.pause(now, so_far.made != 0, so_far.queued);
            so_far.queued += pause;
            if (pause > no_time) return {.then = verdict::kind::retry, .wait = pause};
        }
        const auto room = std::span{ids}.first(std::min<std::uint64_t>(ids.size(), count - so_far.made));
        const grant given = from.source->try_generate(room);
        if (given.made == 0) {
            const verdict how = with.refused(*from.source, given.why, given.wait);
            if (how.then != verdict::kind::retry) with.peer.visitor.give_back(count - so_far.made);
            return how;
        }
        pacer.took(now, given.wait);
        reply.write(with.reply(), room.first(given.made));
        count_ids(with, from, given.made);
        so_far.made += given.made;
        so_far.waited = no_time;
        if (so_far.made == count) return finish(given.wait);
        if (given.wait > no_time) return {.then = verdict::kind::retry, .wait = given.wait};
    }
    return {.then = verdict::kind::retry};
}

/// Numbers in one piece.
verdict write_last_of(call& with, const chosen& from, std::uint64_t count) {
    if (const auto afforded = with.peer.visitor.take(count); !afforded) return with.fail(afforded.error());
    const range_grant given = from.source->try_block(count);
    if (given.range.count == 0) {
        with.peer.visitor.give_back(count);
        return with.refused(*from.source, given.why, given.wait);
    }
    count_ids(with, from, count);
    const std::uint64_t last = given.range.first.bits() + (count - 1) * given.range.stride;
    with.ids().write(with.reply(), id::from_bits(last));
    return finish(given.wait);
}

} // namespace

verdict run_genid(call& with) {
    selector words;
    std::optional<std::string_view> count, form, key, prefix;
    const auto read = read_options(with.arguments.subspan(1), {{"COUNT", &count},
                                                               {"KEY", &key},
                                                               {"AS", &form},
                                                               {"PREFIX", &prefix},
                                                               {"GENERATOR", &words.generator},
                                                               {"TAG", &words.tag},
                                                               {"APP", &words.app},
                                                               {"GATEPASS", &words.gate_pass}});
    if (!read) return with.fail(read.error());
    const auto query = words.query();
    if (!query) return with.fail(query.error());
    const auto found = with.of.from.find(query->generator);
    // A right that ended meanwhile does not hide that a number may be given.
    const auto generator = with.peer.under_way.ticket ? found : admit(with, access::verb::take, found, *query);
    if (!generator) return with.fail(generator.error());
    if (key && (count || form || prefix))
        return with.fail({errc::invalid_argument, "KEY goes with GENERATOR and TAG, and with nothing else"});
    if (key) return take_number(with, **generator, *query, *key);
    const bool is_formatted = form && lower_case(*form) == "formatted";
    if (is_formatted && prefix)
        return with.fail({errc::invalid_argument, "formatted numbers take no PREFIX: the format has it"});
    if (is_formatted) return run_formatted(with, **generator, *query, count);
    const auto stream = (*generator)->shaped_stream_of(*query);
    if (!stream) return with.fail(stream.error());
    const auto reply = reply_in(with, form, stream->kind, prefix);
    if (!reply) return with.fail(reply.error());
    const chosen from{stream->source, with.of.from.index_of(*generator)};
    if (!count && prefix) return write_id(with, from, *reply);
    if (!count) return serve_one(from, *reply);
    const auto wanted = read_number<std::uint64_t>(*count);
    const std::uint64_t most = with.of.options.limits.ids_per_command;
    if (!wanted || *wanted < 1 || *wanted > most)
        return with.fail(reply_word::range, out_of_range("COUNT", *count, most));
    return write_ids(with, from, *wanted, *reply);
}

verdict run_incr(call& with) {
    const auto from = choose(with, access::verb::take, with.of.segment, {.tag = with.arguments[1]});
    if (!from) return with.fail(from.error());
    return serve_one(*from, with.ids());
}

verdict run_incrby(call& with) {
    if (!with.of.segment) return with.fail(with.of.segment.error());
    const auto wanted = read_number<std::uint64_t>(with.arguments[2]);
    const std::uint64_t most = with.of.options.limits.numbers_per_range;
    if (!wanted || *wanted < 1 || *wanted > most)
        return with.fail(reply_word::range, out_of_range("the increment", with.arguments[2], most));
    const auto from = choose(with, access::verb::take, with.of.segment, {.tag = with.arguments[1]});
    if (!from) return with.fail(from.error());
    return write_last_of(with, *from, *wanted);
}

verdict run_next(call& with) {
    if (!with.of.sharded) return with.fail(with.of.sharded.error());
    const auto wanted = selector{.app = with.arguments[1], .gate_pass = with.arguments[2]}.query();
    if (!wanted) return with.fail(wanted.error());
    const auto from = choose(with, access::verb::take, with.of.sharded, *wanted);
    if (!from) return with.fail(from.error());
    return serve_one(*from, with.ids());
}

verdict run_range(call& with) {
    selector words;
    const auto read = read_options(with.arguments.subspan(3),
                                   {{"TAG", &words.tag}, {"APP", &words.app}, {"GATEPASS", &words.gate_pass}});
    if (!read) return with.fail(read.error());
    words.generator = with.arguments[1];
    const auto wanted = read_number<std::uint64_t>(with.arguments[2]);
    if (!wanted || *wanted < 1)
        return with.fail(reply_word::range, "the count is " + in_quotes(with.arguments[2]) + "; it is 1 or more");
    const auto from = choose(with, access::verb::range, words);
    if (!from) return with.fail(from.error());
    const std::uint64_t count = std::min<std::uint64_t>(*wanted, with.of.options.limits.numbers_per_range);
    if (const auto afforded = with.peer.visitor.take(count); !afforded) return with.fail(afforded.error());
    const range_grant given = from->source->try_range(count);
    with.peer.visitor.give_back(count - given.range.count);
    if (given.range.count == 0) return with.refused(*from->source, given.why, given.wait);
    count_ids(with, *from, given.range.count);
    auto to = with.reply();
    to.array(3);
    with.ids().write(to, given.range.first);
    to.integer(static_cast<std::int64_t>(given.range.count));
    to.integer(static_cast<std::int64_t>(given.range.stride));
    return finish(given.wait);
}

} // namespace vesta::rpc::detail
