// From a command's words to what runs it, or to the queue of EXEC.
#include "interpreter.hpp"
#include "words.hpp"

namespace vesta::rpc::detail {
namespace {

/// The first words of a browser that was tricked into talking to this port: a web page must not get IDs.
bool is_http(std::string_view name) noexcept {
    return same_word(name, "POST") || same_word(name, "Host:");
}

} // namespace

verdict interpreter::dispatch(call& with, std::string_view bytes, command& which) {
    const std::string_view name = with.arguments.front();
    const command_entry* entry = find_command(name);
    if (entry == nullptr && bytes.front() != '*' && is_http(name)) {
        counted_.closed_protocol.add(1);
        with.fail(reply_word::err, "Protocol error: this is no HTTP server");
        return {.then = verdict::kind::close};
    }
    if (entry != nullptr) which = entry->which;
    const verdict checked = check(with, entry);
    if (with.ended != reply_word::ok) {
        peer_.queue.spoil();
        return checked;
    }
    if (which == command::reset) last_.size = 0; // the next user of the connection may have to authenticate
    if (peer_.queue.is_open() && entry->between == in_multi::queued) return enqueue(with, *entry, bytes);
    return entry->run(with);
}

/// Whether there is such a command, which the client may send with so many words.
verdict interpreter::check(call& with, const command_entry* entry) {
    if (const auto allowed = admit(entry); !allowed) return with.fail(allowed.error());
    const std::string_view name = with.arguments.front();
    if (entry == nullptr) {
        // Redisson sends a script again at once, and for ever, while the answer begins with "unknown command".
        if (const auto why = why_not_here(name); !why.empty())
            return with.fail(reply_word::err, in_quotes(name) + " is not served: " + std::string{why});
        return with.fail(reply_word::err, "unknown command " + in_quotes(name));
    }
    const std::size_t words = with.arguments.size();
    if (words < entry->fewest || (entry->most != any && words > entry->most))
        return with.fail(reply_word::err, "wrong number of arguments for '" + std::string{entry->name} + "' command");
    return {};
}

/// Keeps a command for EXEC, if the rights include it.
verdict interpreter::enqueue(call& with, const command_entry& entry, std::string_view bytes) {
    with.is_queued = true;
    if (entry.needs == right::target) entry.run(with);
    const bool refused = with.ended == reply_word::no_auth || with.ended == reply_word::no_perm;
    if (!refused) {
        with.out.truncate(with.answer_begin);
        with.ended = reply_word::ok;
        if (peer_.queue.add(bytes)) {
            with.reply().simple("QUEUED");
            return {};
        }
        with.fail(reply_word::err, "a transaction has at most " + std::to_string(command_queue::most_commands) +
                                       " commands and " + std::to_string(command_queue::most_bytes) + " bytes");
    }
    with.is_queued = false; // it counts as refused
    peer_.queue.spoil();
    return {};
}

/// Whether the rights let the client run this command. Those with a generator among their words ask themselves.
result<void> interpreter::admit(const command_entry* entry) {
    switch (entry == nullptr ? right::anything : entry->needs) {
    case right::nothing:
    case right::target:
        return {};
    case right::health:
        return peer_.visitor.may(access::verb::health);
    case right::observe:
        return peer_.visitor.may(access::verb::observe);
    case right::anything:
        return peer_.visitor.may_anything();
    }
    return {};
}

} // namespace vesta::rpc::detail
