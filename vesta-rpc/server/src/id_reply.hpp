#pragma once

#include <vesta/id/text_form.hpp>
#include <vesta/rpc/protocol/reply_writer.hpp>
#include <vesta/rpc/server_options.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace vesta::rpc::detail {

/// How IDs are answered.
struct id_reply {
    enum class text : std::uint8_t {
        never,
        large, ///< Of numbers that a double does not hold: above 2^53, or below its negative.
        always,
        bytes ///< No text: the 16 bytes of an ID of 128 bits.
    };
    text when = text::never;
    id_shape shape{}; ///< Of texts.
    /// Stands before each text; one that `check_prefix` takes.
    ///
    /// Lifetime: of the command that gave it.
    std::string_view prefix{};

    /// As replies of their own, or as members of an array begun before.
    void write(reply_writer to, std::span<const id> ids) const;
    void write(reply_writer to, id one) const { write(to, {&one, 1}); }
};

/// What `rpc.ids` says of a client that announced this library, which may be empty.
id_reply reply_for(id_replies how, std::string_view library) noexcept;

} // namespace vesta::rpc::detail
