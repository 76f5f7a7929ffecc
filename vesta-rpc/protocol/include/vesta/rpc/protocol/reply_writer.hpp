#pragma once

#include <vesta/base/output_buffer.hpp>
#include <vesta/id/id.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace vesta::rpc {

/// The versions of the protocol. A connection begins with RESP2.
enum class resp_version : std::uint8_t { resp2 = 2, resp3 = 3 };

/// Writes replies in one version of the protocol. A type that RESP2 lacks is written as Redis writes it there.
///
/// Errors: throws std::bad_alloc only.
/// Thread-safety: none; use from one thread at a time.
/// Lifetime: the buffer outlives it.
class reply_writer {
  public:
    reply_writer(output_buffer& to, resp_version version) noexcept : to_{to}, version_{version} {}

    void integer(std::int64_t value);
    /// Each of @p values: as replies of their own, or as members of an array begun before.
    void integers(std::span<const id> values);
    /// One line; replaces line ends within @p text by spaces.
    void simple(std::string_view text);
    /// @p word, a space and one line; replaces line ends within @p text by spaces.
    void error(std::string_view word, std::string_view text);
    void bulk(std::string_view bytes);
    /// Text for people; a bulk string in RESP2.
    void verbatim(std::string_view text);
    void null();
    /// The header of an array; its members follow.
    void array(std::size_t members);
    /// The header of a map; @p pairs keys follow, each followed by its value. A flat array in RESP2.
    void map(std::size_t pairs);
    /// The header of a set; its members follow. An array in RESP2.
    void set(std::size_t members);
    /// The header of a push, which answers no command; its members follow. For RESP3 only.
    void push(std::size_t members) { header('>', members); }

  private:
    void header(char mark, std::size_t count);
    void line(std::string_view text);

    output_buffer& to_;
    resp_version version_;
};

} // namespace vesta::rpc
