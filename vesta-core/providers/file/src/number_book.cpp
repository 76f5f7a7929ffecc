#include "book_file.hpp"

#include <vesta/file/number_book.hpp>
#include <vesta/gapless/refusals.hpp>
#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <exception>
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

    book_time at;
    milliseconds forget_from;
    std::size_t forgotten;                                  ///< Keys from before that age.
    std::vector<entry> entries{};                           ///< Wishes that get a number.
    std::map<std::string_view, std::int64_t> lasts{};       ///< The last number of each tag that gives one.
    std::map<std::string_view, std::string> keys{};         ///< The lines of each tag's new keys.
    std::unordered_map<std::string_view, std::size_t> of{}; ///< The entry of each new key.

    std::string lines() const {
        std::string all = time_line(at);
        if (forgotten != 0) all += forget_line(forget_from);
        for (const auto& [tag, last] : lasts) {
            all += tag_line(last, tag);
            if (const auto found = keys.find(tag); found != keys.end()) all += found->second;
        }
        return all;
    }
};

class number_book final : public gapless_store {
  public:
    number_book(std::shared_ptr<disk> on, number_options options, std::size_t growth)
        : options_{std::move(options)}, file_{std::move(on), options_, growth} {}
    ~number_book() override;

    result<void> open();

    void give(std::span<const number_wish> wishes, std::span<number_outcome> into) override;
    result<void> make_void(const voiding& what) override;
    result<std::vector<number_entry>> list(std::string_view tag, std::int64_t from, std::size_t count) override;
    result<std::vector<number_series>> series() override;
    void tidy() override;

  private:
    void give_all(std::span<const number_wish> wishes, std::span<number_outcome> into);
    void answer_as_owner(std::span<number_outcome> into);
    draft begin() const;
    bool find(const number_wish& wish, number_outcome& into) const;
    result<void> plan(std::size_t at, std::span<const number_wish> wishes, draft& group) const;
    result<void> check(const number_wish& wish, const draft& group) const;
    result<void> check_room(const draft& group) const;
    book_time now() const;
    result<void> commit(const std::string& lines);
    result<void> make_void_now(const voiding& what);

    const number_options options_;
    book_file file_;
    book_content content_;
};

number_book::~number_book() {
    try {
        file_.end();
    } catch (...) { // then the file does not say that it is whole, as after a crash
        return;
    }
}

result<void> number_book::open() {
    auto content = file_.open();
    if (!content) return std::move(content).error();
    content_ = *std::move(content);
    return file_.write_anew(content_);
}

void number_book::give(std::span<const number_wish> wishes, std::span<number_outcome> into) try {
    const auto usable = file_.check_use();
    if (usable) return give_all(wishes, into);
    for (number_outcome& each : into)
        each = {.why = usable.error()};
} catch (const std::exception& thrown) { // no memory: the file may have more than what is known here
    for (number_outcome& each : into)
        each = {.unknown = true, .why = {errc::internal, thrown.what()}};
}

void number_book::give_all(std::span<const number_wish> wishes, std::span<number_outcome> into) {
    draft group = begin();
    bool found_any = false;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        const bool found = find(wishes[i], into[i]);
        found_any = found_any || found;
        if (found) continue;
        const auto* const failed = file_.failed();
        const auto planned = failed != nullptr ? result<void>{*failed} : plan(i, wishes, group);
        // A group that failed may have had this key.
        if (!planned) into[i] = {.unknown = failed != nullptr && !wishes[i].key.empty(), .why = planned.error()};
    }
    if (!group.entries.empty()) {
        const auto done = commit(group.lines());
        for (const auto& each : group.entries)
            into[each.wish] = done ? number_outcome{.number = each.number, .again = each.again}
                                   : number_outcome{.unknown = true, .why = done.error()};
    }
    if (found_any) answer_as_owner(into);
}

/// What was found by key is so only while nobody else can have made it void.
void number_book::answer_as_owner(std::span<number_outcome> into) {
    const auto ours = file_.confirm_lock();
    if (ours) return;
    const error why = file_.fail(ours.error());
    for (number_outcome& each : into)
        if (each.number != 0) each = {.unknown = true, .why = why};
}

book_time number_book::now() const {
    return {std::chrono::floor<milliseconds>(options_.clock->now()), std::max(file_.age(), content_.age())};
}

draft number_book::begin() const {
    const book_time at = now();
    const milliseconds from = at.age - options_.keys;
    return {.at = at, .forget_from = from, .forgotten = content_.keys_before(from)};
}

/// Whether the wish's key settles what becomes of it.
bool number_book::find(const number_wish& wish, number_outcome& into) const {
    const auto* const kept = wish.key.empty() ? nullptr : content_.key(wish.key);
    if (kept == nullptr) return false;
    const auto* const note = content_.void_note_of(*kept->tag, kept->number);
    if (*kept->tag != wish.tag) {
        into = {.why = other_tag(wish)};
    } else if (note != nullptr) {
        into = {.why = void_key(wish, kept->number)};
    } else {
        into = {.number = kept->number, .again = true};
    }
    return true;
}

result<void> number_book::plan(std::size_t at, std::span<const number_wish> wishes, draft& group) const {
    const number_wish& wish = wishes[at];
    if (const auto same = group.of.find(wish.key); same != group.of.end()) {
        const auto first = group.entries[same->second];
        if (wishes[first.wish].tag != wish.tag) return other_tag(wish);
        group.entries.push_back({at, first.number, true});
        return {};
    }
    if (auto good = check(wish, group); !good) return good;
    std::int64_t& last = group.lasts.try_emplace(wish.tag, content_.last(wish.tag)).first->second;
    ++last;
    if (!wish.key.empty()) {
        group.keys[wish.tag] += key_line(last, wish.key);
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
    auto good = check_wish(wish, drafted != group.lasts.end() ? drafted->second : content_.last(wish.tag));
    return good && !wish.key.empty() ? check_room(group) : good;
}

result<void> number_book::check_room(const draft& group) const {
    const std::size_t kept = content_.keys() - group.forgotten + group.of.size();
    if (kept < options_.most_keys) return {};
    error full = too_many_keys(kept, options_.keys);
    if (const auto oldest = content_.oldest_key(); oldest && group.forgotten == 0)
        full.retry_after = std::max(milliseconds{1000}, *oldest + options_.keys - group.at.age);
    return full;
}

/// Makes @p lines durable, and then does what they say. Where that throws, the file stays in doubt.
result<void> number_book::commit(const std::string& lines) {
    if (auto done = file_.append(lines); !done) return done;
    if (auto done = content_.apply(lines); !done) return file_.fail(done.error());
    file_.settle();
    return {};
}

void number_book::tidy() try {
    if (file_.failed() != nullptr || !file_.check_use() || !file_.has_grown()) return;
    const auto done = file_.write_anew(content_);
    if (!done && options_.log) options_.log(severity::warning, "cannot write a book anew: " + done.error().message);
} catch (const std::exception&) { // no memory: the file is as it was, or in doubt
    return;
}

result<void> number_book::make_void(const voiding& what) try {
    if (auto good = file_.check_use(); !good) return good;
    if (file_.failed() != nullptr) return *file_.failed();
    if (auto good = check_voiding(what); !good) return good;
    return make_void_now(what);
} catch (const std::exception& thrown) {
    return error{errc::internal, thrown.what()};
}

result<void> number_book::make_void_now(const voiding& what) {
    const std::int64_t last = content_.last(what.tag);
    if (auto given = check_given(what, last); !given) return given;
    if (const auto* const note = content_.void_note_of(what.tag, what.number))
        return void_again(what, {.void_since = note->since.at, .who = note->who, .why = note->why});
    return commit(time_line(now()) + tag_line(last, what.tag) + void_lines(what.number, what.who, what.why));
}

result<std::vector<number_entry>> number_book::list(std::string_view tag, std::int64_t from, std::size_t count) {
    return entries_of(content_, tag, from, std::min(count, longest_list));
}

result<std::vector<number_series>> number_book::series() {
    std::vector<number_series> all;
    for (const auto& [tag, of] : content_.tags())
        all.push_back({.tag = tag, .last = of.last, .voided = of.voided.size()});
    return all;
}

} // namespace

result<std::unique_ptr<gapless_store>> open_book(std::shared_ptr<disk> on, number_options options, std::size_t growth) {
    auto book = std::make_unique<number_book>(std::move(on), std::move(options), growth);
    if (auto opened = book->open(); !opened) return std::move(opened).error();
    return std::unique_ptr<gapless_store>{std::move(book)};
}

result<std::unique_ptr<gapless_store>> open_book(const std::filesystem::path& folder, number_options options,
                                                 std::size_t growth) {
    std::error_code unknown;
    if (options.start != book_start::anew && !std::filesystem::exists(folder, unknown))
        return book_is_missing(folder, options.name);
    auto on = open_disk(folder);
    if (!on) return std::move(on).error();
    return open_book(std::shared_ptr<disk>{*std::move(on)}, std::move(options), growth);
}

} // namespace vesta::file
