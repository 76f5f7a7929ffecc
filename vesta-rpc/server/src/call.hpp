#pragma once

#include "client_list.hpp"
#include "counters.hpp"
#include "id_reply.hpp"
#include "service.hpp"

#include <vesta/access/visitor.hpp>
#include <vesta/rpc/protocol/reply_writer.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc::detail {

/// The progress of a command that could not end at once. Its words are read again when it goes on, so only the number
/// of IDs is kept here; the session keeps the answer written so far.
struct progress {
    std::uint64_t made = 0;             ///< IDs behind the header of an array.
    std::chrono::nanoseconds waited{0}; ///< Since the last ID was made.
    std::chrono::nanoseconds queued{0}; ///< At the generator's gate.
};

/// The state that one connection's commands share.
struct peer_state {
    /// @p reached is the server's address, and @p certificate has the names in the client's, if it showed one.
    peer_state(const service& of, std::uint64_t number, std::string address, std::string reached,
               std::vector<std::string> certificate);

    /// Enters in the card who the client is now, and which version it speaks.
    void update_card();

    client_card card;
    resp_version version = resp_version::resp2;
    access::visitor visitor;
    std::size_t auth_failures = 0;
    progress under_way;
};

/// What happens after a command has run.
struct verdict {
    enum class kind : std::uint8_t {
        done,  ///< The answer is written.
        hold,  ///< The answer is written, and goes out after `wait`.
        retry, ///< The command runs again after `wait`, or in another turn; the answer so far is kept.
        issue, ///< The answer is one ID of `source`, and so it is whenever the same bytes come again.
        close  ///< The answer is written; the connection ends after it.
    };
    kind then = kind::done;
    std::chrono::nanoseconds wait{0};
    id_source* source = nullptr;
    std::size_t generator = 0; ///< The place of `source`'s generator, for counting.
    id_reply reply{};          ///< Of kind `issue`.
};

/// One command under way: its inputs, and the place of its answer.
struct call {
    const service& of;
    peer_state& peer;
    counters& counted;
    std::span<const std::string_view> arguments;
    output_buffer& out;
    std::size_t answer_begin; ///< Where in `out` this command's answer begins.
    reply_word ended = reply_word::ok;

    reply_writer reply() const noexcept { return {out, peer.version}; }
    /// How this client's IDs are answered, unless the command says otherwise.
    id_reply ids() const noexcept { return reply_for(of.options.ids, peer.card.facts().library); }

    /// Answers with an error in place of the answer written so far.
    verdict fail(reply_word word, std::string_view message);
    verdict fail(const error& reason);
    /// As `fail`; a value that the generator refuses is a RANGE error.
    verdict fail_value(const error& reason);

    /// After an attempt without IDs: tries again after @p wait while patience lasts, else fails with the source's
    /// error.
    verdict refused(const id_source& source, errc why, std::chrono::nanoseconds wait);
};

} // namespace vesta::rpc::detail
