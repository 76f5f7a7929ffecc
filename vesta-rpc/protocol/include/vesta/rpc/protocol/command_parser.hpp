#pragma once

#include <vesta/rpc/protocol/limits.hpp>
#include <vesta/rpc/protocol/parse_status.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc {

/// Reads commands as Redis clients send them: an array of bulk strings, or a line of words (an inline command).
///
/// A state machine without sockets. It keeps its place between calls, so single bytes cost no more than whole commands,
/// and copies only inline words with quotes.
/// Thread-safety: none; use from one thread at a time.
/// Source: https://redis.io/docs/latest/develop/reference/protocol-spec/
class command_parser {
  public:
    explicit command_parser(const command_limits& limits = {}) : limits_{limits} {}

    /// Looks for one command at the front of @p input, which begins where the last complete command ended. After
    /// `incomplete`, @p input holds the same bytes as before, at any address, and more.
    parse_status parse(std::string_view input);

    /// The command found, its name first; empty for an empty line or array, which the caller skips.
    ///
    /// Lifetime: views into the last input or this parser, valid until the next call.
    std::span<const std::string_view> arguments() const noexcept { return arguments_; }

    /// The number of bytes of the input that the command took.
    std::size_t consumed() const noexcept { return consumed_; }

    /// After `failed`: the reason, in Redis's words if it has any.
    std::string_view problem() const noexcept { return problem_; }

  private:
    struct slice {
        std::size_t at;
        std::size_t size;
    };

    parse_status parse_array(std::string_view input);
    parse_status parse_argument(std::string_view input);
    parse_status parse_inline(std::string_view input);
    parse_status read_header(std::string_view input, std::string_view problem, std::size_t& number);
    parse_status finish();
    parse_status fail(std::string problem);

    command_limits limits_;
    std::size_t at_ = 0;                   // what is left of here has been read
    std::size_t searched_ = 0;             // how far an inline command has been searched for its end
    std::optional<std::size_t> missing_;   // arguments still to come, once the array's header has been read
    std::optional<std::size_t> body_size_; // size of the argument under way, once its header has been read
    std::vector<slice> slices_;
    std::vector<std::string_view> arguments_;
    std::string unquoted_;
    std::string problem_;
    std::size_t consumed_ = 0;
};

} // namespace vesta::rpc
