// CLIENT TRACKING: for clients that keep what they read. They may track, and are told after each answer to forget it.
#include "commands.hpp"
#include "words.hpp"

namespace vesta::rpc::detail {
namespace {

using tracking = client_caches::tracking;

/// The mode that the words behind ON choose; nothing for words that are none, or that do not go together.
std::optional<tracking> read_mode(std::span<const std::string_view> words) {
    tracking mode = tracking::on;
    for (std::size_t i = 0; i < words.size(); ++i) {
        tracking chosen = mode;
        if (same_word(words[i], "OPTIN"))
            chosen = tracking::opt_in;
        else if (same_word(words[i], "OPTOUT"))
            chosen = tracking::opt_out;
        else if (same_word(words[i], "BCAST"))
            chosen = tracking::broadcast;
        else if (same_word(words[i], "PREFIX") && i + 1 < words.size())
            ++i;
        else if (!same_word(words[i], "NOLOOP"))
            return std::nullopt;
        if (chosen != mode && mode != tracking::on) return std::nullopt;
        mode = chosen;
    }
    return mode;
}

std::string_view flag_of(tracking mode) noexcept {
    switch (mode) {
    case tracking::off:
        return "off";
    case tracking::on:
        break;
    case tracking::opt_in:
        return "optin";
    case tracking::opt_out:
        return "optout";
    case tracking::broadcast:
        return "bcast";
    }
    return "on";
}

} // namespace

verdict run_tracking(call& with) {
    const auto words = with.arguments.subspan(2);
    if (same_word(words[0], "OFF") && words.size() == 1) {
        with.peer.caches = {};
        return write_ok(with);
    }
    const auto mode = same_word(words[0], "ON") ? read_mode(words.subspan(1)) : std::nullopt;
    if (!mode)
        return with.fail(
            reply_word::err,
            "syntax error: CLIENT TRACKING ON takes BCAST, PREFIX, OPTIN, OPTOUT and NOLOOP, and no REDIRECT here");
    if (with.peer.version == resp_version::resp2)
        return with.fail(reply_word::err, "tracking needs RESP3 (HELLO 3), which can say what is void");
    with.peer.caches.how = *mode;
    return write_ok(with);
}

verdict run_caching(call& with) {
    const auto word = with.arguments[2];
    const bool yes = same_word(word, "yes");
    if (!yes && !same_word(word, "no")) return with.fail(reply_word::err, "syntax error");
    if (with.peer.caches.how != (yes ? tracking::opt_in : tracking::opt_out))
        return with.fail(reply_word::err,
                         yes ? "CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode."
                             : "CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.");
    return write_ok(with);
}

verdict run_tracking_info(call& with) {
    const tracking mode = with.peer.caches.how;
    auto to = with.reply();
    to.map(3);
    to.bulk("flags");
    const bool two = mode != tracking::off && mode != tracking::on;
    to.set(two ? 2 : 1);
    if (two) to.bulk("on");
    to.bulk(flag_of(mode));
    to.bulk("redirect");
    to.integer(mode == tracking::off ? -1 : 0);
    to.bulk("prefixes");
    to.array(0);
    return {};
}

} // namespace vesta::rpc::detail
