#pragma once

#include <vesta/base/log.hpp>
#include <vesta/base/result.hpp>
#include <vesta/time/clock.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// The longest key of a caller, in bytes.
inline constexpr std::size_t longest_key = 128;
/// The longest name and the longest reason of who makes a number void, in bytes.
inline constexpr std::size_t longest_voiding_text = 256;

/// So many numbers are listed by one call.
inline constexpr std::size_t longest_list = 10'000;

/// A wish for the next number of a series.
struct number_wish {
    std::string tag; ///< Empty: the one series of a generator without tags.
    std::string key; ///< See `check_key`. Empty: none, so that a retry gets another number.
};

/// What became of a wish.
struct number_outcome {
    std::int64_t number = 0; ///< From 1 on, durable; 0: none is known.
    bool again = false;      ///< The number was given to an earlier wish with the same key.
    /// Without a number: it may have been given, and durably. Only a retry with the same key can tell.
    bool unknown = false;
    error why{}; ///< Without a number.
};

/// That a number which was given is used for nothing.
struct voiding {
    std::string tag;
    std::int64_t number = 0;
    std::string who; ///< One line of 1 to `longest_voiding_text` bytes, as `why`.
    std::string why;
};

/// What is known of one number that was given.
struct number_entry {
    std::int64_t number = 0;
    /// Of a number that was given for a key, while the key is kept.
    std::string key{};
    std::optional<unix_ms> given_at{};
    /// Of a void number.
    std::optional<unix_ms> void_since{};
    std::string who{};
    std::string why{};
};

/// One series of numbers: 1 to `last` were given.
struct number_series {
    std::string tag;
    std::int64_t last = 0;
    std::uint64_t voided = 0; ///< Of these, so many are void.
};

/// What the numbers of a generator are opened for.
enum class book_start : std::uint8_t {
    existing, ///< It is there, where it was written.
    moved,    ///< It is there, and an operator knows that no other copy of it is used, and that none has later numbers.
    anew,     ///< There is none, and an operator knows that there never was: its series begin at 1.
    to_read,  ///< Nothing is changed, and nothing locked: another process may give its numbers meanwhile.
};

/// How the numbers of a generator are opened, wherever they are kept.
struct number_options {
    /// The generator's name, of up to 64 letters, digits, - and _.
    std::string name{};
    /// A key finds its number for at least so long. It is counted by `wall_clock::steady`: the time of day may be set.
    /// Processes that share the numbers should agree: the shortest counts.
    std::chrono::milliseconds keys = std::chrono::hours{24};
    /// While so many keys are kept, no number is given for a new one; at least 1.
    std::size_t most_keys = 1'000'000;
    /// Tells when a number was given, and how old keys are.
    ///
    /// Lifetime: outlives the store.
    const wall_clock* clock = &system_wall_clock();
    book_start start = book_start::existing;
    log_sink log{};
};

/// Keeps the series of one generator, the keys of their callers, and what was made void. A port.
///
/// Thread-safety: none; use from one thread at a time. All functions block on the store.
class gapless_store {
  public:
    virtual ~gapless_store() = default;

    /// Gives each of @p wishes a number, in this order and all in one durable step: the next of its series, or the one
    /// that its key has. Both spans have one size. Nothing is given to a wish whose outcome has neither a number nor
    /// `unknown`. Throws nothing.
    ///
    /// Errors in outcomes: `invalid_argument` for a tag or key that cannot be one, and for a key that has a number of
    /// another tag, or one that was made void; `not_ready` where no more keys can be kept; `exhausted` after the last
    /// number; those of the store.
    virtual void give(std::span<const number_wish> wishes, std::span<number_outcome> into) = 0;

    /// Makes a number void, durably. Doing it again for the same reason changes nothing.
    ///
    /// Errors: `not_found` for a number that was not given; `invalid_argument` as `check_voiding`, and where it is void
    /// by another or for another reason; those of the store, after which it may be void or not.
    virtual result<void> make_void(const voiding& what) = 0;

    /// The numbers of @p tag from @p from on that were given, at most @p count of them, and at most
    /// `longest_list`.
    virtual result<std::vector<number_entry>> list(std::string_view tag, std::int64_t from, std::size_t count) = 0;

    /// All series that have given a number, by tag.
    virtual result<std::vector<number_series>> series() = 0;

    /// Does what may take its time, and no caller waits for: it is called once answers are out. Throws nothing.
    virtual void tidy() {}
};

/// Whether @p key can be a caller's: 1 to `longest_key` printable ASCII characters without spaces, such as a UUID.
///
/// Errors: `invalid_argument`.
result<void> check_key(std::string_view key);

/// Whether both texts of @p what are as they must be, and its number can be one.
///
/// Errors: `invalid_argument`.
result<void> check_voiding(const voiding& what);

} // namespace vesta
