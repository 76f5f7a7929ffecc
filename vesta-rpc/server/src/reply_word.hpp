#pragma once

#include <vesta/base/error.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace vesta::rpc::detail {

/// The end of a command: success, or the error that begins with this word (docs/rpc-protocol.md).
enum class reply_word : std::uint8_t {
    ok,
    err,
    clock,
    not_ready,
    no_such_tag,
    range,
    exhausted,
    no_auth,
    no_perm, ///< As Redis answers what its rights forbid.
    quota,
    unknown,    ///< Whether it was done is not known.
    wrong_pass, ///< As Redis answers AUTH.
    no_proto,   ///< As Redis answers HELLO.
    exec_abort  ///< As Redis answers EXEC.
};

inline constexpr std::array reply_words{
    reply_word::ok,      reply_word::err,        reply_word::clock,    reply_word::not_ready, reply_word::no_such_tag,
    reply_word::range,   reply_word::exhausted,  reply_word::no_auth,  reply_word::no_perm,   reply_word::quota,
    reply_word::unknown, reply_word::wrong_pass, reply_word::no_proto, reply_word::exec_abort};

/// The word itself: ERR, CLOCK, ...
std::string_view text(reply_word word) noexcept;

/// The one place where errors of generators become words of this protocol.
reply_word word_of(errc code) noexcept;

} // namespace vesta::rpc::detail
