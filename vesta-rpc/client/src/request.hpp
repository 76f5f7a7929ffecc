#pragma once

#include <vesta/base/error.hpp>
#include <vesta/base/output_buffer.hpp>
#include <vesta/rpc/protocol/reply_parser.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

namespace vesta::rpc::detail {

using time_point = std::chrono::steady_clock::time_point;

/// One command on its way to any server. It may be written more than once: a command whose answer was lost is sent
/// again, and the IDs of the first attempt are a gap. Lives in the client's thread.
class request {
  public:
    explicit request(time_point until) noexcept : deadline{until} {}
    request(const request&) = delete;
    request& operator=(const request&) = delete;
    virtual ~request() = default;

    /// Writes the command, once for each attempt.
    virtual void write(output_buffer& to) = 0;
    /// Takes an answer that is no error. False if this command cannot have it: then the sender is not one of our
    /// servers.
    virtual bool accept(std::span<const reply_node> answer) = 0;
    /// There will be no answer.
    virtual void fail(const error& why) = 0;
    /// A server refused, for one of the times that it was written.
    virtual void note_refusal(const error&) {}
    /// Every server has refused, the last one by @p why: how long to rest before all are asked again; nothing: to fail.
    virtual std::optional<std::chrono::milliseconds> try_again(const error&) { return std::nullopt; }

    const time_point deadline;
    std::uint64_t refused_by = 0; ///< One bit per server.
    std::optional<error> refusal; ///< The last refusal.
    time_point rests_until{};     ///< Not written before.
};

} // namespace vesta::rpc::detail
