#include "book_content.hpp"

#include "sealed_text.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <optional>

namespace vesta::file {
namespace {

using std::chrono::milliseconds;

std::optional<milliseconds> read_ms(std::string_view text) {
    const auto count = read_canonical<std::int64_t>(text);
    return count ? std::optional{milliseconds{*count}} : std::nullopt;
}

auto first_from(const book_content::series& of, milliseconds age) {
    return std::ranges::partition_point(of.keys, [&](const auto* key) { return key->second.given.age < age; });
}

} // namespace

std::string time_line(const book_time& of) {
    return "time " + std::to_string(of.at.time_since_epoch().count()) + " " + std::to_string(of.age.count()) + "\n";
}

std::string tag_line(std::int64_t last, std::string_view tag) {
    return ("tag " + std::to_string(last) + " ").append(tag) += '\n';
}

std::string key_line(std::int64_t number, std::string_view key) {
    return ("key " + std::to_string(number) + " ").append(key) += '\n';
}

std::string forget_line(milliseconds age) {
    return "forget " + std::to_string(age.count()) + "\n";
}

std::string void_lines(std::int64_t number, std::string_view who, std::string_view why) {
    std::string lines = "void " + std::to_string(number) + " ";
    return lines.append(who).append("\nwhy ").append(why) += '\n';
}

bool book_content::apply_time(std::string_view line) {
    const auto at = read_ms(take_word(line));
    const auto age = read_ms(line);
    if (!at || !age || *age < milliseconds{0}) return false;
    time_ = {unix_ms{*at}, *age};
    age_ = std::max(age_, *age);
    return true;
}

bool book_content::apply_tag(std::string_view line) {
    const auto last = read_canonical<std::int64_t>(take_word(line));
    if (!last || *last < 0 || (!line.empty() && !check_tag(line))) return false;
    auto found = tags_.find(line);
    if (found == tags_.end()) found = tags_.try_emplace(std::string{line}).first;
    now_ = &*found;
    if (*last < now_->second.last) return false;
    now_->second.last = *last;
    return true;
}

bool book_content::apply_key(std::string_view line) {
    const auto number = read_canonical<std::int64_t>(take_word(line));
    if (!number || now_ == nullptr || *number < 1 || *number > now_->second.last || !check_key(line)) return false;
    auto& before = now_->second.keys;
    if (!before.empty() && (*number <= before.back()->second.number || time_.age < before.back()->second.given.age))
        return false;
    const auto [entry, is_new] = keys_.try_emplace(std::string{line}, kept_key{&now_->first, *number, time_});
    if (is_new) before.push_back(&*entry);
    return is_new;
}

bool book_content::apply_forget(std::string_view line) {
    const auto age = read_ms(line);
    if (!age) return false;
    for (auto& [tag, of] : tags_) {
        const auto left = first_from(of, *age);
        for (auto each = of.keys.begin(); each != left; ++each)
            keys_.erase(keys_.find((*each)->first));
        of.keys.erase(of.keys.begin(), left);
    }
    return true;
}

bool book_content::apply_void(std::string_view line, std::string_view why) {
    const auto number = read_canonical<std::int64_t>(take_word(line));
    if (!number || now_ == nullptr || *number < 1 || *number > now_->second.last) return false;
    return now_->second.voided.try_emplace(*number, void_note{time_, std::string{line}, std::string{why}}).second;
}

bool book_content::apply_line(std::string_view& lines) {
    if (const auto time = take_line(lines, "time")) return apply_time(*time);
    if (const auto tag = take_line(lines, "tag")) return apply_tag(*tag);
    if (const auto key = take_line(lines, "key")) return apply_key(*key);
    if (const auto from = take_line(lines, "forget")) return apply_forget(*from);
    const auto of = take_line(lines, "void");
    const auto why = of ? take_line(lines, "why") : of;
    return why && apply_void(*of, *why);
}

result<void> book_content::apply(std::string_view lines) {
    while (!lines.empty()) {
        const auto shown = lines.substr(0, lines.find('\n'));
        if (!apply_line(lines))
            return error{errc::state_unusable, "its line " + in_quotes(shown) + " does not fit what is before it"};
    }
    return {};
}

void book_content::write(std::string& to) const {
    book_time told{};
    const auto tell = [&](const book_time& of) {
        if (of != told) to += time_line(of);
        told = of;
    };
    for (const auto& [tag, of] : tags_) {
        to += tag_line(of.last, tag);
        for (const auto* const each : of.keys) {
            tell(each->second.given);
            to += key_line(each->second.number, each->first);
        }
        for (const auto& [number, note] : of.voided) {
            tell(note.since);
            to += void_lines(number, note.who, note.why);
        }
    }
    tell({time_.at, age_});
}

std::size_t book_content::keys_before(milliseconds age) const {
    std::size_t count = 0;
    for (const auto& [tag, of] : tags_)
        count += static_cast<std::size_t>(first_from(of, age) - of.keys.begin());
    return count;
}

std::optional<milliseconds> book_content::oldest_key() const {
    std::optional<milliseconds> oldest;
    for (const auto& [tag, of] : tags_)
        if (!of.keys.empty()) {
            const auto age = of.keys.front()->second.given.age;
            oldest = std::min(oldest.value_or(age), age);
        }
    return oldest;
}

const book_content::series* book_content::find(std::string_view tag) const {
    const auto found = tags_.find(tag);
    return found == tags_.end() ? nullptr : &found->second;
}

std::int64_t book_content::last(std::string_view tag) const {
    const series* const found = find(tag);
    return found == nullptr ? 0 : found->last;
}

const book_content::void_note* book_content::void_note_of(std::string_view tag, std::int64_t number) const {
    const series* const of = find(tag);
    if (of == nullptr) return nullptr;
    const auto found = of->voided.find(number);
    return found == of->voided.end() ? nullptr : &found->second;
}

const book_content::kept_key* book_content::key(const std::string& of) const {
    const auto found = keys_.find(of);
    return found == keys_.end() ? nullptr : &found->second;
}

std::vector<number_entry> entries_of(const book_content& in, std::string_view tag, std::int64_t from,
                                     std::size_t count) {
    std::vector<number_entry> entries;
    const auto* const of = in.find(tag);
    if (of == nullptr) return entries;
    const auto first = std::max<std::int64_t>(from, 1);
    auto key = std::ranges::partition_point(of->keys, [&](const auto* each) { return each->second.number < first; });
    for (auto number = first; number <= of->last && entries.size() < count; ++number) {
        number_entry& next = entries.emplace_back(number_entry{.number = number});
        if (key != of->keys.end() && (*key)->second.number == number) {
            next.key = (*key)->first;
            next.given_at = (*key)->second.given.at;
            ++key;
        }
        if (const auto* const note = in.void_note_of(tag, number)) {
            next.void_since = note->since.at;
            next.who = note->who;
            next.why = note->why;
        }
    }
    return entries;
}

} // namespace vesta::file
