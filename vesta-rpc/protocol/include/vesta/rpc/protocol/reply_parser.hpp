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

/// The type of a value in a reply. Forms with one meaning are one type: both nulls of RESP2, both kinds of errors.
enum class reply_type : std::uint8_t {
    simple,     ///< A line of text.
    error,      ///< A line of text, or RESP3's bulk error.
    integer,    ///< A signed 64-bit number.
    bulk,       ///< Any bytes.
    verbatim,   ///< Any bytes, after three characters for their format and a colon.
    null,       ///< Nothing.
    boolean,    ///< `integer` is 0 or 1.
    real,       ///< `text` holds the number, inf, -inf or nan.
    big_number, ///< `text` holds the digits.
    array,      ///< `count` values follow.
    map,        ///< `count` values follow: keys, each followed by its value.
    set,        ///< `count` values follow.
    push        ///< `count` values follow; it answers no command.
};

/// One value of a reply. The members of an aggregate follow it, each followed by its own members.
struct reply_node {
    reply_type type = reply_type::null;
    std::size_t count = 0;
    std::int64_t integer = 0;
    std::string_view text{}; ///< A view into the input, valid as long as that.
};

/// Reads replies of RESP2 and RESP3.
///
/// A state machine without sockets. It keeps its place between calls, trusts no length before the bytes are there, and
/// copies no text. Attributes are checked and dropped. RESP3's streamed strings and aggregates, which no server sends
/// unasked, are refused.
/// Thread-safety: none; use from one thread at a time.
/// Source: https://redis.io/docs/latest/develop/reference/protocol-spec/
class reply_parser {
  public:
    explicit reply_parser(const reply_limits& limits = {}) : limits_{limits} {}

    /// Looks for one reply at the front of @p input, which begins where the last complete reply ended. After
    /// `incomplete`, @p input holds the same bytes as before, at any address, and more.
    parse_status parse(std::string_view input);

    /// The reply found; never empty. Valid until the next call.
    std::span<const reply_node> nodes() const noexcept { return nodes_; }

    /// The number of bytes of the input that the reply took.
    std::size_t consumed() const noexcept { return consumed_; }

    /// After `failed`: the reason.
    const std::string& problem() const noexcept { return problem_; }

  private:
    struct aggregate {
        std::size_t missing;                  // members still to come
        std::optional<std::size_t> attribute; // nodes there were before an attribute, which is left out
    };

    parse_status parse_value(std::string_view input);
    parse_status parse_integer(std::string_view input);
    parse_status parse_line(std::string_view input);
    parse_status parse_body(std::string_view input);
    parse_status read_line(char mark, std::string_view line);
    parse_status begin_body(reply_type type, std::string_view size);
    parse_status begin_aggregate(char mark, std::string_view size);
    parse_status add(reply_node node);
    parse_status add_text(reply_type type, std::size_t at, std::size_t size);
    void close_full_aggregates();
    parse_status finish(std::string_view input);
    parse_status fail(std::string problem);

    reply_limits limits_;
    std::size_t at_ = 0;                   // what is left of here has been read
    std::size_t searched_ = 0;             // how far the line at at_ has been searched for its end
    std::optional<std::size_t> body_size_; // size of the string under way, once its header has been read
    reply_type body_type_ = reply_type::bulk;
    std::vector<aggregate> open_;
    bool begun_ = false; // whether anything of this reply has been read
    bool texts_ = false; // whether a node has text: its place is kept in `integer` and `count` until the reply is whole
    std::vector<reply_node> nodes_;
    std::string problem_;
    std::size_t consumed_ = 0;
};

} // namespace vesta::rpc
