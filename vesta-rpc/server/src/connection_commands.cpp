#include "commands.hpp"
#include "words.hpp"

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
    to.integer(static_cast<std::int64_t>(with.peer.card.number()));
    to.bulk("mode");
    to.bulk("standalone");
    to.bulk("role");
    to.bulk("master");
    to.bulk("modules");
    to.array(0);
}

} // namespace

verdict write_ok(call& with) {
    with.reply().simple("OK");
    return {};
}

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
        const verdict refused = set_plain(with, &client_facts::name, *words.name);
        if (with.ended != reply_word::ok) return refused;
    }
    with.peer.version = version;
    if (version == resp_version::resp2) with.peer.caches = {}; // it has no pushes
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
    with.peer.queue.discard();
    with.peer.caches = {};
    with.peer.card.change([](client_facts& of) { of.name.clear(); });
    with.reply().simple("RESET");
    return {};
}

verdict run_select(call& with) {
    const auto number = read_number<int>(with.arguments[1]);
    if (!number) return with.fail(reply_word::err, "value is not an integer or out of range");
    if (*number != 0) return with.fail(reply_word::err, "DB index is out of range");
    return write_ok(with);
}

} // namespace vesta::rpc::detail
