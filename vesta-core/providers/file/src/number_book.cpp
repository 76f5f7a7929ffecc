#include "book_file.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/file/number_book.hpp>
#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace vesta::file {
namespace {

using std::chrono::milliseconds;

/// The next group: what it will have made once it is durable.
struct draft {
    struct entry {
        std::size_t wish;
        std::int64_t number;
        bool again;
    };

    unix_ms at;
    unix_ms forget_from;
    std::size_t forgotten;                                  ///< Keys from before that.
    std::vector<entry> entries{};                           ///< Wishes that get a number.
    std::map<std::string_view, std::int64_t> lasts{};       ///< The last number of each tag that gives one.
    std::map<std::string_view, std::string> keys{};         ///< The lines of each tag's new keys.
    std::unordered_map<std::string_view, std::size_t> of{}; ///< The entry of each new key.

    std::string lines() const {
        std::string all;
        if (forgotten != 0) all += forget_line(forget_from);
        for (const auto& [tag, last] : lasts) {
            all += tag_line(last, tag);
            if (const auto found = keys.find(tag); found != keys.end()) all += found->second;
        }
        return all;
    }
};

error other_tag(const number_wish& wish, std::string_view tag) {
    return {errc::invalid_argument, "the key " + in_quotes(wish.key) + " has a number of tag " + in_quotes(tag) +
                                        "; use another key for tag " + in_quotes(wish.tag)};
}

class number_book final : public gapless_store {
  public:
    number_book(std::shared_ptr<disk> on, book_options options)
        : options_{std::move(options)}, file_{std::move(on), options_.name} {}

    result<void> open();

    void give(std::span<const number_wish> wishes, std::span<number_outcome> into) override;
    result<void> make_void(const voiding& what) override;
    result<std::vector<number_entry>> list(std::string_view tag, std::int64_t from, std::size_t count) override;
    result<std::vector<number_series>> series() override;

  private:
    void give_all(std::span<const number_wish> wishes, std::span<number_outcome> into);
    draft begin() const;
    bool find(const number_wish& wish, number_outcome& into) const;
    result<void> plan(std::size_t at, std::span<const number_wish> wishes, draft& group) const;
    result<void> check(const number_wish& wish, const draft& group) const;
    result<void> check_room(const draft& group) const;
    result<void> commit(const std::string& lines);

    const book_options options_;
    book_file file_;
    book_content content_;
};

result<void> number_book::open() {
    auto content = file_.open(options_);
    if (!content) return std::move(content).error();
    content_ = *std::move(content);
    return file_.write_anew(content_);
}

void number_book::give(std::span<const number_wish> wishes, std::span<number_outcome> into) try {
    give_all(wishes, into);
} catch (const std::exception& thrown) { // no memory: what is in the file and what is known here may differ
    const error why = file_.fail({errc::internal, thrown.what()});
    for (number_outcome& each : into)
        each = {.unknown = true, .why = why};
}

void number_book::give_all(std::span<const number_wish> wishes, std::span<number_outcome> into) {
    draft group = begin();
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        if (find(wishes[i], into[i])) continue;
        const auto& failed = file_.failed();
        const auto planned = failed ? result<void>{*failed} : plan(i, wishes, group);
        // A group that failed may have had this key.
        if (!planned) into[i] = {.unknown = failed && !wishes[i].key.empty(), .why = planned.error()};
    }
    if (group.entries.empty()) return;
    const auto done = commit(group.lines());
    for (const auto& each : group.entries)
        into[each.wish] = done ? number_outcome{.number = each.number, .again = each.again}
                               : number_outcome{.unknown = true, .why = done.error()};
}

draft number_book::begin() const {
    const unix_ms now = std::chrono::floor<milliseconds>(options_.clock->now());
    const unix_ms from = now - options_.keys;
    return {.at = now, .forget_from = from, .forgotten = content_.keys_before(from)};
}

/// Whether the wish's key settles what becomes of it.
bool number_book::find(const number_wish& wish, number_outcome& into) const {
    const auto* const kept = wish.key.empty() ? nullptr : content_.key(wish.key);
    if (kept == nullptr) return false;
    const auto* const note = content_.void_note_of(*kept->tag, kept->number);
    if (*kept->tag != wish.tag) {
        into = {.why = other_tag(wish, *kept->tag)};
    } else if (note != nullptr) {
        into = {.why = {errc::invalid_argument, "number " + std::to_string(kept->number) + " of the key " +
                                                    in_quotes(wish.key) + " was made void by " + note->who +
                                                    "; use another key for another number"}};
    } else {
        into = {.number = kept->number, .again = true};
    }
    return true;
}

result<void> number_book::plan(std::size_t at, std::span<const number_wish> wishes, draft& group) const {
    const number_wish& wish = wishes[at];
    if (const auto same = group.of.find(wish.key); same != group.of.end()) {
        const auto first = group.entries[same->second];
        if (wishes[first.wish].tag != wish.tag) return other_tag(wish, wishes[first.wish].tag);
        group.entries.push_back({at, first.number, true});
        return {};
    }
    if (auto good = check(wish, group); !good) return good;
    std::int64_t& last = group.lasts.try_emplace(wish.tag, content_.last(wish.tag)).first->second;
    ++last;
    if (!wish.key.empty()) {
        group.keys[wish.tag] += key_line(last, group.at, wish.key);
        group.of.emplace(wish.key, group.entries.size());
    }
    group.entries.push_back({at, last, false});
    return {};
}

/// What is written must read; and there must be a next number.
result<void> number_book::check(const number_wish& wish, const draft& group) const {
    if (!wish.tag.empty())
        if (auto good = check_tag(wish.tag); !good) return good;
    const auto drafted = group.lasts.find(wish.tag);
    if ((drafted != group.lasts.end() ? drafted->second : content_.last(wish.tag)) ==
        std::numeric_limits<std::int64_t>::max())
        return error{errc::exhausted, "tag " + in_quotes(wish.tag) + " has given the last number there is"};
    if (wish.key.empty()) return {};
    return check_key(wish.key).and_then([&] { return check_room(group); });
}

result<void> number_book::check_room(const draft& group) const {
    const std::size_t kept = content_.keys() - group.forgotten + group.of.size();
    if (kept < options_.most_keys) return {};
    error full{errc::not_ready, "this call gave no number: " + std::to_string(kept) + " keys are kept, and each for " +
                                    std::to_string(std::chrono::ceil<std::chrono::seconds>(options_.keys).count()) +
                                    " s; keep more, or for a shorter time"};
    if (group.forgotten == 0 && content_.keys() != 0)
        full.retry_after = std::max(milliseconds{1000}, content_.oldest_key() + options_.keys - group.at);
    return full;
}

/// Makes @p lines durable, and then does what they say.
result<void> number_book::commit(const std::string& lines) {
    if (auto done = file_.append(lines); !done) return done;
    if (auto done = content_.apply(lines); !done) return file_.fail(done.error());
    // If that fails, the group is durable all the same.
    if (file_.has_grown_by(options_.growth)) static_cast<void>(file_.write_anew(content_));
    return {};
}

result<void> number_book::make_void(const voiding& what) {
    if (file_.failed()) return *file_.failed();
    if (auto good = check_voiding(what); !good) return good;
    const std::int64_t last = content_.last(what.tag);
    if (what.number > last)
        return error{errc::not_found, "number " + std::to_string(what.number) + " was not given; the last one is " +
                                          std::to_string(last)};
    if (const auto* const note = content_.void_note_of(what.tag, what.number)) {
        if (note->who == what.who && note->why == what.why) return {};
        return error{errc::invalid_argument, "number " + std::to_string(what.number) + " is void since " +
                                                 to_rfc3339(note->at) + ", by " + note->who + ": " + note->why};
    }
    return commit(tag_line(last, what.tag) + void_lines(what.number, begin().at, what.who, what.why));
}

result<std::vector<number_entry>> number_book::list(std::string_view tag, std::int64_t from, std::size_t count) {
    std::vector<number_entry> entries;
    const auto* const of = content_.find(tag);
    if (of == nullptr) return entries;
    for (std::int64_t number = std::max<std::int64_t>(from, 1); number <= of->last && entries.size() < count;
         ++number) {
        number_entry& next = entries.emplace_back(number_entry{.number = number});
        const auto* const note = content_.void_note_of(tag, number);
        if (note == nullptr) continue;
        next.void_since = note->at;
        next.who = note->who;
        next.why = note->why;
    }
    content_.fill_in_keys(tag, entries);
    return entries;
}

result<std::vector<number_series>> number_book::series() {
    std::vector<number_series> all;
    for (const auto& [tag, of] : content_.tags())
        all.push_back({.tag = tag, .last = of.last, .voided = of.voided.size()});
    return all;
}

} // namespace

result<std::unique_ptr<gapless_store>> open_book(std::shared_ptr<disk> on, book_options options) {
    auto book = std::make_unique<number_book>(std::move(on), std::move(options));
    if (auto opened = book->open(); !opened) return std::move(opened).error();
    return std::unique_ptr<gapless_store>{std::move(book)};
}

result<std::unique_ptr<gapless_store>> open_book(const std::filesystem::path& folder, book_options options) {
    auto on = open_disk(folder);
    if (!on) return std::move(on).error();
    return open_book(std::shared_ptr<disk>{*std::move(on)}, std::move(options));
}

} // namespace vesta::file
