#pragma once

#include <vesta/gapless/gapless_store.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vesta::file {

/// When something was written into a book.
struct book_time {
    unix_ms at{}; ///< The time of day, for people: clocks are set.
    /// How old the book was: at most the time that passed since it was begun. It never goes back, and keys end by it.
    std::chrono::milliseconds age{};

    friend bool operator==(const book_time&, const book_time&) = default;
};

/// What is in a book of numbers, in memory: for each tag its last number, its void ones and the keys of its numbers.
///
/// It changes by lines alone, as the file has them, so that reading the file makes what writing it made:
///   time <unix ms> <age in ms>      when the lines that follow were written
///   tag <last number> <tag>         of this tag are the lines that follow; numbers up to this one are given
///   key <number> <key>              the number was given for this key
///   void <number> <who>             the number was made void by them
///   why <text>                      for this reason
///   forget <age in ms>              keys that were given before the book was so old are forgotten
/// Thread-safety: none.
class book_content {
  public:
    struct void_note {
        book_time since;
        std::string who;
        std::string why;
    };
    struct kept_key {
        const std::string* tag;
        std::int64_t number;
        book_time given;
    };
    using kept_keys = std::unordered_map<std::string, kept_key>;
    struct series {
        std::int64_t last = 0;
        std::map<std::int64_t, void_note> voided;
        std::deque<const kept_keys::value_type*> keys; ///< By number, and so by age.
    };

    book_content() = default;
    book_content(const book_content&) = delete; // its parts point at each other
    book_content(book_content&&) = default;
    book_content& operator=(const book_content&) = delete;
    book_content& operator=(book_content&&) = default;

    /// Does what @p lines say.
    ///
    /// Errors: `state_unusable`, with the line that does not fit; then the lines before it are done.
    result<void> apply(std::string_view lines);

    /// Appends the lines that make all of this.
    void write(std::string& to) const;

    const std::map<std::string, series, std::less<>>& tags() const noexcept { return tags_; }
    /// Null for a tag that has given no number.
    const series* find(std::string_view tag) const;
    std::int64_t last(std::string_view tag) const;
    const void_note* void_note_of(std::string_view tag, std::int64_t number) const;
    /// The age of the book when it was last written.
    std::chrono::milliseconds age() const noexcept { return age_; }

    /// Null for a key that is not kept.
    const kept_key* key(const std::string& of) const;
    std::size_t keys() const noexcept { return keys_.size(); }
    /// How many keys the line `forget` would drop.
    std::size_t keys_before(std::chrono::milliseconds age) const;
    /// The age of the book when the oldest key was given its number; nothing without keys.
    std::optional<std::chrono::milliseconds> oldest_key() const;

  private:
    using named_series = std::map<std::string, series, std::less<>>::value_type;

    bool apply_line(std::string_view& lines);
    bool apply_time(std::string_view line);
    bool apply_tag(std::string_view line);
    bool apply_key(std::string_view line);
    bool apply_forget(std::string_view line);
    bool apply_void(std::string_view line, std::string_view why);

    std::map<std::string, series, std::less<>> tags_;
    kept_keys keys_;
    std::chrono::milliseconds age_{};
    book_time time_;              // of the lines
    named_series* now_ = nullptr; // of whom the lines are
};

/// What `list` tells of the numbers of @p tag from @p from on, at most @p count of them.
std::vector<number_entry> entries_of(const book_content& in, std::string_view tag, std::int64_t from,
                                     std::size_t count);

// The lines, each with its end.
std::string time_line(const book_time& of);
std::string tag_line(std::int64_t last, std::string_view tag);
std::string key_line(std::int64_t number, std::string_view key);
std::string forget_line(std::chrono::milliseconds age);
std::string void_lines(std::int64_t number, std::string_view who, std::string_view why);

} // namespace vesta::file
