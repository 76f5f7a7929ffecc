#pragma once

#include <vesta/id/id.hpp>
#include <vesta/rpc/protocol/reply_parser.hpp>

#include <optional>

namespace vesta::rpc::detail {

/// The ID in @p reply: an integer, or a decimal, as servers with `rpc.ids: text` answer.
inline std::optional<id> read_id(const reply_node& reply) {
    if (reply.type == reply_type::integer) return id{reply.integer};
    if (reply.type != reply_type::bulk) return std::nullopt;
    const auto read = parse_id(reply.text);
    return read ? std::optional{*read} : std::nullopt;
}

} // namespace vesta::rpc::detail
