#include "commands.hpp"
#include "words.hpp"

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

/// Takes a token, or the password. As user, clients that know none give `default`; any other must be the name of its
/// owner.
verdict authenticate(call& with, std::string_view user, std::string_view token) {
    if (with.of.gate == nullptr)
        return with.fail(reply_word::err, "AUTH <password> called without any password configured for the default "
                                          "user. Are you sure your configuration is correct?");
    access::visitor& visitor = with.peer.visitor;
    if (visitor.identify(token)) {
        if (user == "default" || user == visitor.who().name()) return {};
        visitor.forget();
    }
    const auto wait = visitor.failed(std::chrono::steady_clock::now());
    auto refused = with.fail(reply_word::wrong_pass, "invalid username-password pair or user is disabled.");
    if (++with.peer.auth_failures >= with.of.options.limits.auth_failures) return {.then = verdict::kind::close};
    if (wait > access::visitor::clock::duration::zero()) return {.then = verdict::kind::hold, .wait = wait};
    return refused;
}

/// Names go into lists of words: no spaces, no line ends, nothing unprintable.
bool is_plain(std::string_view name) noexcept {
    return std::ranges::all_of(name, [](char c) { return c > ' ' && c < '\x7f'; });
}

verdict write_ok(call& with) {
    with.reply().simple("OK");
    return {};
}

verdict set_plain(call& with, std::string& what, std::string_view to) {
    if (!is_plain(to))
        return with.fail(reply_word::err, "names cannot contain spaces, newlines or special characters.");
    what = to;
    return write_ok(with);
}

std::string describe(const call& with) {
    const peer_state& peer = with.peer;
    return "id=" + std::to_string(peer.number) + " addr=" + peer.address + " laddr=" + with.of.address +
           " name=" + peer.name + " db=0 resp=" + std::to_string(static_cast<int>(peer.version)) +
           " lib-name=" + peer.library + " lib-ver=" + peer.library_version;
}

verdict set_library(call& with) {
    if (same_word(with.arguments[2], "LIB-NAME")) return set_plain(with, with.peer.library, with.arguments[3]);
    if (same_word(with.arguments[2], "LIB-VER")) return set_plain(with, with.peer.library_version, with.arguments[3]);
    return with.fail(reply_word::err, "Unrecognized option " + in_quotes(with.arguments[2]));
}

/// The words of HELLO behind the version.
struct hello_words {
    std::optional<std::string_view> user, password, name;
};

result<hello_words> read_hello(std::span<const std::string_view> words) {
    hello_words found;
    while (!words.empty()) {
        if (same_word(words[0], "AUTH") && words.size() >= 3) {
            found.user = words[1];
            found.password = words[2];
            words = words.subspan(3);
        } else if (same_word(words[0], "SETNAME") && words.size() >= 2) {
            found.name = words[1];
            words = words.subspan(2);
        } else {
            return error{errc::invalid_argument, "Syntax error in HELLO option " + in_quotes(words[0])};
        }
    }
    return found;
}

void write_hello(const call& with) {
    auto to = with.reply();
    to.map(7);
    to.bulk("server");
    to.bulk("vesta");
    to.bulk("version");
    to.bulk(redis_version);
    to.bulk("proto");
    to.integer(static_cast<int>(with.peer.version));
    to.bulk("id");
    to.integer(static_cast<std::int64_t>(with.peer.number));
    to.bulk("mode");
    to.bulk("standalone");
    to.bulk("role");
    to.bulk("master");
    to.bulk("modules");
    to.array(0);
}

} // namespace

verdict run_ping(call& with) {
    if (with.arguments.size() == 1) {
        with.reply().simple("PONG");
    } else {
        with.reply().bulk(with.arguments[1]);
    }
    return {};
}

verdict run_echo(call& with) {
    with.reply().bulk(with.arguments[1]);
    return {};
}

verdict run_hello(call& with) {
    resp_version version = with.peer.version;
    hello_words words;
    if (with.arguments.size() > 1) {
        const auto number = read_number<int>(with.arguments[1]);
        if (!number) return with.fail(reply_word::err, "Protocol version is not an integer or out of range");
        if (*number != 2 && *number != 3) return with.fail(reply_word::no_proto, "unsupported protocol version");
        version = static_cast<resp_version>(*number);
        const auto read = read_hello(with.arguments.subspan(2));
        if (!read) return with.fail(read.error());
        words = *read;
    }
    if (words.password) {
        const verdict refused = authenticate(with, *words.user, *words.password);
        if (with.ended != reply_word::ok) return refused;
    }
    if (!with.peer.visitor.may_anything())
        return with.fail(reply_word::no_auth,
                         "HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH "
                         "<user> <pass> option can be used to authenticate the client and select the RESP protocol "
                         "version at the same time");
    if (words.name) {
        if (!is_plain(*words.name)) return set_plain(with, with.peer.name, *words.name);
        with.peer.name = *words.name;
    }
    with.peer.version = version;
    write_hello(with);
    return {};
}

verdict run_auth(call& with) {
    const bool named = with.arguments.size() == 3;
    const verdict checked = authenticate(with, named ? with.arguments[1] : "default", with.arguments.back());
    return with.ended == reply_word::ok ? write_ok(with) : checked;
}

verdict run_quit(call& with) {
    with.reply().simple("OK");
    return {.then = verdict::kind::close};
}

verdict run_reset(call& with) {
    with.peer.version = resp_version::resp2;
    with.peer.visitor.forget();
    with.peer.name.clear();
    with.reply().simple("RESET");
    return {};
}

verdict run_select(call& with) {
    const auto number = read_number<int>(with.arguments[1]);
    if (!number) return with.fail(reply_word::err, "value is not an integer or out of range");
    if (*number != 0) return with.fail(reply_word::err, "DB index is out of range");
    return write_ok(with);
}

verdict run_client(call& with) {
    const auto words = with.arguments;
    const auto is = [&](std::string_view sub, std::size_t size) {
        return same_word(words[1], sub) && words.size() == size;
    };
    if (is("ID", 2)) {
        with.reply().integer(static_cast<std::int64_t>(with.peer.number));
        return {};
    }
    if (is("GETNAME", 2)) {
        if (with.peer.name.empty()) {
            with.reply().null();
        } else {
            with.reply().bulk(with.peer.name);
        }
        return {};
    }
    if (is("INFO", 2) || is("LIST", 2)) {
        with.reply().verbatim(describe(with) + "\n");
        return {};
    }
    if (is("SETNAME", 3)) return set_plain(with, with.peer.name, words[2]);
    if (is("SETINFO", 4)) return set_library(with);
    if (is("NO-EVICT", 3) || is("NO-TOUCH", 3)) return write_ok(with);
    return with.fail(reply_word::err,
                     "unknown subcommand or wrong number of arguments for " + in_quotes(words[1]) +
                         "; CLIENT takes ID, GETNAME, SETNAME, SETINFO, INFO, LIST, NO-EVICT and NO-TOUCH");
}

} // namespace vesta::rpc::detail
