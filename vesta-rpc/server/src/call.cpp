#include "call.hpp"

namespace vesta::rpc::detail {

peer_state::peer_state(const service& of, std::uint64_t number, std::string address, std::string reached,
                       std::vector<std::string> certificate)
    : card{of.clients, number, std::move(address), std::move(reached)},
      visitor{of.gate, card.address(), std::move(certificate)} {
    update_card();
}

void peer_state::update_card() {
    if (card.facts().user == visitor.who().name() && card.facts().version == version) return;
    card.change([this](client_facts& of) {
        of.user = visitor.who().name();
        of.version = version;
    });
}

result<void> call::allow(access::verb what, std::string_view generator, const stream_query& query) const {
    auto allowed = peer.visitor.may(what, generator, query);
    if (allowed && is_queued) return error{errc::not_ready, "it is queued"};
    return allowed;
}

verdict call::fail(reply_word word, std::string_view message) {
    out.truncate(answer_begin);
    reply().error(text(word), message);
    ended = word;
    return {};
}

verdict call::fail(const error& reason) {
    const reply_word word = word_of(reason.code);
    const std::string_view told = peer.visitor.told(reason.code, reason.message);
    if (!reason.retry_after) return fail(word, told);
    return fail(word, std::string{told} + "; retry-after-ms=" + std::to_string(reason.retry_after->count()));
}

verdict call::fail_value(const error& reason) {
    if (reason.code == errc::invalid_argument) return fail(reply_word::range, reason.message);
    return fail(reason);
}

verdict call::refused(const id_source& source, errc why, std::chrono::nanoseconds wait) {
    return retry(wait, [&] { return source.explain_refusal(why); });
}

} // namespace vesta::rpc::detail
