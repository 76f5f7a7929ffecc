#pragma once

#include "client_list.hpp"
#include "command_queue.hpp"
#include "counters.hpp"
#include "id_reply.hpp"
#include "service.hpp"

#include <vesta/access/visitor.hpp>
#include <vesta/gapless/gapless_generator.hpp>
#include <vesta/rpc/protocol/reply_writer.hpp>
#include <vesta/segment/table_reading.hpp>
#include <vesta/source/waiting.hpp>

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc::detail {

struct texts_under_way;

/// The progress of a command that could not end at once. Its words are read again when it goes on, so only the number
/// of IDs is kept here; the interpreter keeps the answer written so far.
struct progress {
    std::uint64_t made = 0;                       ///< IDs behind the header of an array.
    std::chrono::nanoseconds waited{0};           ///< Since the last ID was made.
    std::chrono::nanoseconds queued{0};           ///< At its pacer.
    std::shared_ptr<const table_reading> reading; ///< Of the table of tags.
    bool creates = false;                         ///< The tag had no row.
    std::shared_ptr<number_ticket> ticket;        ///< Of a number without gaps.
    std::shared_ptr<texts_under_way> texts;       ///< Of AS formatted.
};

/// Whether a client keeps what it reads of tags (CLIENT TRACKING). Numbers are taken at other nodes too, so it is told
/// after each answer that what it keeps of these tags is void.
struct client_caches {
    enum class tracking : std::uint8_t { off, on, opt_in, opt_out, broadcast };
    tracking how = tracking::off;
    std::set<std::string, std::less<>> read; ///< The tags, since it was told.

    static constexpr std::size_t most_read = 1000;
    /// Bytes: a tag has at most 128, and a node of the set has some.
    std::size_t memory() const noexcept { return read.size() * 256; }
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
    command_queue queue;
    client_caches caches;
};

/// What happens after a command has run.
struct verdict {
    enum class kind : std::uint8_t {
        done,  ///< The answer is written.
        hold,  ///< The answer is written, and goes out after `wait`.
        retry, ///< The command runs again after `wait`, or in another turn; the answer so far is kept.
        serve, ///< The answer is one ID of `source`, and so it is whenever the same bytes come again.
        close  ///< The answer is written; the connection ends after it.
    };
    kind then = kind::done;
    std::chrono::nanoseconds wait{0};
    id_source* source = nullptr;
    std::size_t generator = 0; ///< The place of `source`'s generator, for counting.
    id_reply reply{};          ///< Of kind `serve`.
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
    bool is_queued = false; ///< It ends once the rights are known to include it.

    reply_writer reply() const noexcept { return {out, peer.version}; }
    /// How this client's IDs are answered, unless the command says otherwise.
    id_reply ids() const noexcept { return reply_for(of.options.ids, peer.card.facts().library); }

    /// Whether the rights include @p what, as `visitor::may`. Commands with `right::target` ask here, and end with its
    /// error: a command that is only queued has nothing more to do.
    result<void> allow(access::verb what, std::string_view generator = {}, const stream_query& query = {}) const;

    /// Answers with an error in place of the answer written so far.
    verdict fail(reply_word word, std::string_view message);
    verdict fail(const error& reason);
    /// As `fail`; a value that the generator refuses is a RANGE error.
    verdict fail_value(const error& reason);

    /// Tries again after @p wait while patience lasts, else fails as @p why says.
    template <class Why>
    verdict retry(std::chrono::nanoseconds wait, Why why) {
        const auto pause = next_pause(wait, peer.under_way.waited, of.options.limits.patience);
        if (pause == std::chrono::nanoseconds{0}) return fail(why());
        return {.then = verdict::kind::retry, .wait = pause};
    }
    /// After an attempt without IDs: tries again after @p wait while patience lasts, else fails with the source's
    /// error.
    verdict refused(const id_source& source, errc why, std::chrono::nanoseconds wait);
};

} // namespace vesta::rpc::detail
