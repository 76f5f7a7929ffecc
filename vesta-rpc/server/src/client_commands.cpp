// CLIENT: what a connection says of itself, and what administrators see and end.
#include "commands.hpp"
#include "words.hpp"

#include <algorithm>
#include <set>

namespace vesta::rpc::detail {
namespace {

using wanted = std::function<bool(const client_card&)>;

constexpr std::size_t longest_name = 128; // kept for each connection, and listed

/// Names go into lists of words: no spaces, no line ends, nothing unprintable.
bool is_plain(std::string_view name) noexcept {
    return std::ranges::all_of(name, [](char c) { return c > ' ' && c < '\x7f'; });
}

verdict set_and_say_so(call& with, std::string client_facts::* what, std::string_view to) {
    const verdict refused = set_plain(with, what, to);
    return with.ended == reply_word::ok ? write_ok(with) : refused;
}

verdict set_library(call& with) {
    const auto what = with.arguments[2];
    if (same_word(what, "LIB-NAME")) return set_and_say_so(with, &client_facts::library, with.arguments[3]);
    if (same_word(what, "LIB-VER")) return set_and_say_so(with, &client_facts::library_version, with.arguments[3]);
    return with.fail(reply_word::err, "Unrecognized option " + in_quotes(what));
}

verdict tell_name(call& with) {
    if (with.peer.card.facts().name.empty()) {
        with.reply().null();
    } else {
        with.reply().bulk(with.peer.card.facts().name);
    }
    return {};
}

verdict fail_syntax(call& with) {
    return with.fail(reply_word::err, "syntax error");
}

verdict fail_number(call& with) {
    return with.fail(reply_word::err, "client-id should be greater than 0");
}

/// CLIENT LIST [TYPE normal | ID id [id ...] | AFTER id]
verdict list(call& with) {
    if (const auto allowed = with.peer.visitor.may(access::verb::admin); !allowed) return with.fail(allowed.error());
    const auto words = with.arguments.subspan(2);
    std::set<std::uint64_t> chosen;
    std::uint64_t after = 0;
    const bool by_type = words.size() == 2 && same_word(words[0], "TYPE") && same_word(words[1], "normal");
    if (words.size() >= 2 && (same_word(words[0], "ID") || same_word(words[0], "AFTER"))) {
        for (const std::string_view each : words.subspan(1)) {
            const auto number = read_number<std::uint64_t>(each);
            if (!number) return fail_number(with);
            chosen.insert(*number);
        }
        if (same_word(words[0], "AFTER")) {
            if (chosen.size() != 1) return fail_syntax(with);
            after = *chosen.begin();
            chosen.clear();
        }
    } else if (!words.empty() && !by_type) {
        return fail_syntax(with);
    }
    with.reply().verbatim(with.of.clients.lines(
        after, [&](const client_card& each) { return chosen.empty() || chosen.contains(each.number()); }));
    return {};
}

/// What CLIENT KILL takes: each filter narrows the choice.
struct kill_filter {
    std::optional<std::string_view> number, address, user, skip_me, type;
};

bool is_meant(const kill_filter& by, std::optional<std::uint64_t> number, const client_card& each) {
    return (!by.number || each.number() == number) && (!by.address || each.address() == *by.address) &&
           (!by.user || each.facts().user == *by.user);
}

/// Ends the clients that @p meant chooses; how many.
std::size_t kill_all(const call& with, const wanted& meant) {
    auto chosen = with.of.clients.numbers(meant);
    const std::size_t count = chosen.size();
    if (count != 0) with.of.cut(std::move(chosen));
    return count;
}

/// CLIENT KILL ADDRESS:PORT
verdict kill_one(call& with, std::string_view address) {
    if (kill_all(with, [&](const client_card& each) { return each.address() == address; }) == 0)
        return with.fail(reply_word::err, "No such client");
    return write_ok(with);
}

/// CLIENT KILL ID id | ADDR address:port | USER name | TYPE normal | SKIPME yes/no ...
verdict kill(call& with) {
    if (const auto allowed = with.peer.visitor.may(access::verb::admin); !allowed) return with.fail(allowed.error());
    const auto words = with.arguments.subspan(2);
    if (words.size() == 1) return kill_one(with, words[0]);
    kill_filter by;
    if (const auto read = read_options(words, {{"ID", &by.number},
                                               {"ADDR", &by.address},
                                               {"USER", &by.user},
                                               {"SKIPME", &by.skip_me},
                                               {"TYPE", &by.type}});
        !read)
        return with.fail(read.error());
    const auto number = by.number ? read_number<std::uint64_t>(*by.number) : std::nullopt;
    if (by.number && !number) return fail_number(with);
    const bool all = by.skip_me && same_word(*by.skip_me, "no");
    if ((by.skip_me && !all && !same_word(*by.skip_me, "yes")) || (by.type && !same_word(*by.type, "normal")))
        return fail_syntax(with);
    const auto killed = kill_all(with, [&](const client_card& each) {
        return is_meant(by, number, each) && (all || each.number() != with.peer.card.number());
    });
    with.reply().integer(static_cast<std::int64_t>(killed));
    return {};
}

} // namespace

verdict set_plain(call& with, std::string client_facts::* what, std::string_view to) {
    if (to.size() > longest_name)
        return with.fail(reply_word::err, "names have at most " + std::to_string(longest_name) + " bytes.");
    if (!is_plain(to))
        return with.fail(reply_word::err, "names cannot contain spaces, newlines or special characters.");
    with.peer.card.change([&](client_facts& of) { of.*what = to; });
    return {};
}

verdict run_client(call& with) {
    const auto words = with.arguments;
    const auto is = [&](std::string_view sub, std::size_t size) {
        return same_word(words[1], sub) && words.size() == size;
    };
    if (is("ID", 2)) {
        with.reply().integer(static_cast<std::int64_t>(with.peer.card.number()));
        return {};
    }
    if (is("GETNAME", 2)) return tell_name(with);
    if (is("INFO", 2)) {
        with.reply().verbatim(with.peer.card.line(client_list::clock::now()));
        return {};
    }
    if (same_word(words[1], "LIST")) return list(with);
    if (same_word(words[1], "KILL") && words.size() >= 3) return kill(with);
    if (is("SETNAME", 3)) return set_and_say_so(with, &client_facts::name, words[2]);
    if (is("SETINFO", 4)) return set_library(with);
    if (is("NO-EVICT", 3) || is("NO-TOUCH", 3)) return write_ok(with);
    if (same_word(words[1], "TRACKING") && words.size() >= 3) return run_tracking(with);
    if (is("CACHING", 3)) return run_caching(with);
    if (is("TRACKINGINFO", 2)) return run_tracking_info(with);
    if (is("GETREDIR", 2)) {
        with.reply().integer(with.peer.caches.how == client_caches::tracking::off ? -1 : 0);
        return {};
    }
    return fail_subcommand(
        with, "CLIENT takes CACHING, GETNAME, GETREDIR, ID, INFO, KILL, LIST, NO-EVICT, NO-TOUCH, SETINFO, SETNAME, "
              "TRACKING and TRACKINGINFO");
}

} // namespace vesta::rpc::detail
