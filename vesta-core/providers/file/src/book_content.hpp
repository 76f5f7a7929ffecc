#pragma once

#include <vesta/gapless/gapless_store.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vesta::file {

/// What is in a book of numbers, in memory: for each tag its last number and its void ones, and the keys.
///
/// It changes by lines alone, as the file has them, so that reading the file makes what writing it made:
///   tag <last number> <tag>         of this tag are the lines that follow; numbers up to this one are given
///   key <number> <unix ms> <key>    the number was given for this key, then
///   void <number> <unix ms> <who>   the number was made void, then
///   why <text>                      for this reason
///   forget <unix ms>                keys given before are forgotten, from the oldest on up to one that is younger
/// Thread-safety: none.
class book_content {
  public:
    struct void_note {
        unix_ms at;
        std::string who;
        std::string why;
    };
    struct series {
        std::int64_t last = 0;
        std::map<std::int64_t, void_note> voided;
    };
    struct kept_key {
        const std::string* tag;
        std::int64_t number;
        unix_ms at;
    };

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

    /// Null for a key that is not kept.
    const kept_key* key(const std::string& of) const;
    std::size_t keys() const noexcept { return keys_.size(); }
    /// How many keys the line `forget` would drop.
    std::size_t keys_before(unix_ms from) const;
    /// When the oldest key was given its number. There is one.
    unix_ms oldest_key() const { return keys_.at(*by_age_.front()).at; }
    /// Fills in what the kept keys say of @p entries, which are of @p tag and rise from the first without gaps.
    void fill_in_keys(std::string_view tag, std::vector<number_entry>& entries) const;

  private:
    using named_series = std::map<std::string, series, std::less<>>::value_type;

    bool apply_tag(std::string_view line);
    bool apply_key(std::string_view line);
    bool apply_forget(std::string_view line);
    bool apply_void(std::string_view line, std::string_view why);

    std::map<std::string, series, std::less<>> tags_;
    std::unordered_map<std::string, kept_key> keys_;
    std::deque<const std::string*> by_age_; // of what keys_ has
    named_series* now_ = nullptr;           // of whom the lines are
};

// The lines, each with its end.
std::string tag_line(std::int64_t last, std::string_view tag);
std::string key_line(std::int64_t number, unix_ms at, std::string_view key);
std::string forget_line(unix_ms from);
std::string void_lines(std::int64_t number, unix_ms at, std::string_view who, std::string_view why);

} // namespace vesta::file
