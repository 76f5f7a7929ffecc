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

/// One command on its way to whichever server answers it. It may be written more than once: a command whose answer was
/// lost is sent again, and what the first one made is a gap. Lives in the client's thread.
class request {
  public:
    explicit request(time_point until) noexcept : deadline{until} {}
    request(const request&) = delete;
    request& operator=(const request&) = delete;
    virtual ~request() = default;

    /// Writes the command, once for each attempt.
    virtual void write(output_buffer& to) = 0;
    /// Takes the answer, which is no error. False where it is not of the kind this command has: then whoever sent it is
    /// no server of ours.
    virtual bool accept(std::span<const reply_node> answer) = 0;
    /// There will be no answer.
    virtual void fail(const error& why) = 0;

    const time_point deadline;
    std::uint64_t refused_by = 0; ///< One bit per server.
    std::optional<error> refusal; ///< The last of them.
};

} // namespace vesta::rpc::detail
