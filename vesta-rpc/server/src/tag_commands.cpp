// What clients of Redis' counters send besides INCR: a tag as a key that exists, and that never expires.
#include "commands.hpp"
#include "words.hpp"

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

using tags_view = std::span<const std::string_view>;

bool has_row(const segment_generator& of, std::string_view tag) {
    const auto found = of.find(tag);
    return found && found->present;
}

/// The segment generator, if the rights include taking numbers of every one of @p tags.
result<segment_generator*> of_tags(call& with, tags_view tags) {
    const auto& from = with.of.segment;
    for (const std::string_view tag : tags)
        if (const auto allowed = with.allow(access::verb::take, from ? (*from)->name() : "", {.tag = tag}); !allowed)
            return allowed.error();
    if (!from) return from.error();
    return (*from)->segments();
}

/// Whether it is known which of @p tags have rows: where one seems to have none, the table is read once more. Else
/// @p meanwhile is what the command does.
bool are_known(call& with, segment_generator& of, tags_view tags, verdict& meanwhile) {
    constexpr std::chrono::milliseconds first_look{10};
    constexpr std::chrono::milliseconds rarest{200}; // names that nobody knows cost little, however many ask
    const auto is_there = [&](std::string_view tag) { return has_row(of, tag); };
    if (std::ranges::all_of(tags, is_there)) return true;
    auto& reading = with.peer.under_way.reading;
    if (!reading) reading = of.read_table();
    if (!reading->done()) {
        const auto look = std::clamp<std::chrono::nanoseconds>(with.peer.under_way.waited, first_look, rarest);
        meanwhile = with.retry(look, [] { return error{errc::not_ready, "the table of tags is being read"}; });
        return false;
    }
    if (reading->rows()) return true;
    meanwhile = with.fail(reading->rows().error());
    return false;
}

/// Answers a question about @p tags.
template <class Answer>
verdict tell(call& with, tags_view tags, Answer answer) {
    const auto of = of_tags(with, tags);
    if (!of) return with.fail(of.error());
    client_caches& caches = with.peer.caches;
    if (caches.how != client_caches::tracking::off && caches.read.size() + tags.size() > client_caches::most_read)
        return with.fail(reply_word::err, "with tracking, EXISTS and EXEC read at most " +
                                              std::to_string(client_caches::most_read) +
                                              " tags; ask for fewer at once");
    verdict how;
    if (!are_known(with, **of, tags, how)) return how;
    answer(**of, with.reply());
    if (caches.how != client_caches::tracking::off) caches.read.insert(tags.begin(), tags.end());
    return {};
}

/// As `tell`, about one tag; what is answered gets null where it has no row.
template <class Answer>
verdict tell_one(call& with, Answer answer) {
    const auto tag = with.arguments[1];
    return tell(with, with.arguments.subspan(1, 1), [&](const segment_generator& of, reply_writer to) {
        const auto found = of.find(tag);
        answer(found && found->present ? &*found : nullptr, to);
    });
}

/// SETNX and SET NX: makes the row of a tag that has none.
verdict create(call& with, std::string_view created, std::string_view existed) {
    const tags_view tag = with.arguments.subspan(1, 1);
    const auto of = of_tags(with, tag);
    if (!of) return with.fail(of.error());
    progress& so_far = with.peer.under_way;
    if (!so_far.creates) {
        verdict how;
        if (!are_known(with, **of, tag, how)) return how;
        if (has_row(**of, tag[0])) {
            with.out.append(existed);
            return {};
        }
        // Some tags have no numbers of their own to be asked for.
        if (const auto source = (*with.of.segment)->stream({.tag = tag[0]}); !source) return with.fail(source.error());
        // A row reserves numbers: a visitor without the right to take them makes none.
        if (const auto afforded = with.peer.visitor.take(1); !afforded) return with.fail(afforded.error());
        so_far.creates = true;
    }
    const auto wait = (*of)->prepare(tag[0]);
    if (!wait) return with.fail(wait.error());
    if (*wait > std::chrono::nanoseconds{0})
        return with.retry(*wait, [&] {
            const auto source = (*of)->tag(tag[0]);
            return source ? (*source)->explain_refusal(errc::not_ready) : source.error();
        });
    with.out.append(created);
    return {};
}

/// A count can begin at 0 and at no other number.
verdict refuse_value(call& with) {
    return with.fail(reply_word::err, "numbers are never put back: the only value here is 0, for a tag that has no row "
                                      "yet (SETNX tag 0, SET tag 0 NX)");
}

constexpr std::string_view ok = "+OK\r\n";
constexpr std::string_view yes = ":1\r\n";
constexpr std::string_view no = ":0\r\n";

} // namespace

verdict run_exists(call& with) {
    const auto tags = with.arguments.subspan(1);
    return tell(with, tags, [&](const segment_generator& of, reply_writer to) {
        to.integer(std::ranges::count_if(tags, [&](std::string_view tag) { return has_row(of, tag); }));
    });
}

verdict run_get(call& with) {
    if (with.of.segment && (*with.of.segment)->leaves_outward())
        return with.fail(reply_word::err, "generator " + (*with.of.segment)->name() +
                                              " gives its numbers in outward form, and GET tells how many there are");
    return tell_one(with, [](const tag_status* found, reply_writer to) {
        if (found == nullptr) return to.null();
        to.bulk(std::to_string(std::max<std::int64_t>(found->used_end, 1) - 1));
    });
}

verdict run_ttl(call& with) {
    return tell_one(with, [](const tag_status* found, reply_writer to) { to.integer(found == nullptr ? -2 : -1); });
}

verdict run_type(call& with) {
    return tell_one(with,
                    [](const tag_status* found, reply_writer to) { to.simple(found == nullptr ? "none" : "string"); });
}

verdict run_setnx(call& with) {
    if (with.arguments[2] != "0") return refuse_value(with);
    return create(with, yes, no);
}

verdict run_set(call& with) {
    if (with.arguments.size() != 4 || with.arguments[2] != "0" || !same_word(with.arguments[3], "NX"))
        return refuse_value(with);
    return create(with, ok, with.peer.version == resp_version::resp2 ? "$-1\r\n" : "_\r\n");
}

verdict run_expire(call& with) {
    const auto of = of_tags(with, with.arguments.subspan(1, 1));
    if (!of) return with.fail(of.error());
    with.reply().integer(0);
    return {};
}

} // namespace vesta::rpc::detail
