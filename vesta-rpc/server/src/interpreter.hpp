#pragma once

#include "call.hpp"
#include "command.hpp"

#include <vesta/net/request_log.hpp>
#include <vesta/net/session.hpp>
#include <vesta/rpc/protocol/command_parser.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::rpc::detail {

/// One connection without its socket: bytes in, answers out, and what to do next. It never waits; the owner of the
/// socket and the timer does.
///
/// The commands of one connection run one after the other, so answers are in order. A command that must wait delays
/// only those behind it on this connection. A run of equal commands that make one ID each is answered from one attempt,
/// and its bytes are remembered: when they come again, nothing is parsed or looked up.
///
/// Thread-safety: none; use from one thread at a time.
class interpreter {
  public:
    /// What to do when the answers are sent; `go_on` if the limit of unsent answers, or of a turn, ended this one.
    using next = net::next;
    using clock = std::chrono::steady_clock;
    struct step {
        std::size_t consumed = 0; ///< Bytes used from the front of the input.
        next then = next::receive;
        std::chrono::nanoseconds wait{0};
        std::uint64_t answered = 0; ///< Commands.
    };

    /// As `peer_state`. @p of and @p counted outlive it.
    interpreter(const service& of, counters& counted, std::uint64_t number, std::string address,
                std::string reached = {}, std::vector<std::string> certificate = {});

    /// Answers the commands at the front of @p input, appending to @p out. @p input is the rest of the last one, and
    /// more; it may be empty after a wait. @p budget says when the turn has to end; @p arrival when the input came.
    step advance(std::string_view input, output_buffer& out, net::turn_budget budget = {},
                 clock::time_point arrival = clock::now());
    /// Reports the last @p times commands if what they @p took counts as slow: in the words of the last one that
    /// waited, or, if none did, of the last one.
    void note_time(std::uint64_t times, std::chrono::nanoseconds took) noexcept;
    /// The bytes of an answer that may not go out yet.
    std::size_t memory() const noexcept { return held_.capacity() + peer_.queue.memory() + peer_.caches.memory(); }
    /// Whether EXEC has commands left to run.
    bool is_running() const noexcept { return peer_.queue.is_running(); }

  private:
    /// The bytes of a command that made one ID, and its verdict.
    struct remembered {
        std::array<char, 96> bytes;
        std::size_t size = 0;
        command which = command::unknown;
        id_source* source = nullptr;
        std::size_t generator = 0;
        id_reply reply{};

        /// How often these bytes stand at the front of @p input, at most @p most times.
        std::size_t repeated(std::string_view input, std::size_t most) const noexcept;
    };

    struct ended_command {
        command which = command::unknown;
        reply_word how = reply_word::ok;
    };

    verdict take_turn(std::string_view input, output_buffer& out, step& so_far);
    verdict take_queued_turn(output_buffer& out, step& so_far);
    void void_caches(output_buffer& out);
    verdict serve(std::size_t times, std::size_t bytes_each, output_buffer& out, step& so_far);
    void note(command which, const call& with, std::size_t times, const named_generator* of = nullptr) noexcept;
    net::answered_request describe(const ended_command& what, std::uint64_t times) const noexcept;
    void note_answers(const call& with, std::size_t times, std::size_t bytes_each, step& so_far);
    verdict run_parsed(std::string_view bytes, output_buffer& out, step& so_far);
    verdict dispatch(call& with, std::string_view bytes, command& which);
    result<void> admit(const command_entry* entry);
    verdict check(call& with, const command_entry* entry);
    verdict enqueue(call& with, const command_entry& entry, std::string_view bytes);
    verdict refuse(output_buffer& out);
    void remember(std::string_view bytes, command which, const verdict& how) noexcept;
    call begin_call(output_buffer& out);
    void settle(const verdict& how, output_buffer& out);
    void release(output_buffer& out);

    const service& of_;
    counters& counted_;
    peer_state peer_;
    command_parser parser_;
    bool midway_ = false; // the parser has seen part of the command at the front
    remembered last_;
    output_buffer held_;           // an answer that may not go out yet
    bool unfinished_ = false;      // it is still being written
    std::size_t answer_begin_ = 0; // the beginning of the answer under way
    clock::time_point arrival_;    // of the input of this turn
    ended_command last_ran_;
    std::optional<ended_command> waited_; // the last that did of those whose time is not noted
};

} // namespace vesta::rpc::detail
