#include "book_content.hpp"

#include "sealed_text.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <optional>

namespace vesta::file {
namespace {

std::string to_ms(unix_ms at) {
    return std::to_string(at.time_since_epoch().count());
}

/// "<number> <unix ms> <rest>", of which this takes the first two.
struct numbered {
    std::int64_t number;
    unix_ms at;
};

std::optional<numbered> take_numbered(std::string_view& line) {
    const auto number = read_canonical<std::int64_t>(take_word(line));
    const auto ms = read_canonical<std::int64_t>(take_word(line));
    if (!number || !ms) return std::nullopt;
    return numbered{*number, unix_ms{std::chrono::milliseconds{*ms}}};
}

} // namespace

std::string tag_line(std::int64_t last, std::string_view tag) {
    return ("tag " + std::to_string(last) + " ").append(tag) += '\n';
}

std::string key_line(std::int64_t number, unix_ms at, std::string_view key) {
    return ("key " + std::to_string(number) + " " + to_ms(at) + " ").append(key) += '\n';
}

std::string forget_line(unix_ms from) {
    return "forget " + to_ms(from) + "\n";
}

std::string void_lines(std::int64_t number, unix_ms at, std::string_view who, std::string_view why) {
    std::string lines = "void " + std::to_string(number) + " " + to_ms(at) + " ";
    return lines.append(who).append("\nwhy ").append(why) += '\n';
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
    const auto of = take_numbered(line);
    if (!of || now_ == nullptr || of->number < 1 || of->number > now_->second.last || !check_key(line)) return false;
    const auto [entry, is_new] = keys_.try_emplace(std::string{line}, kept_key{&now_->first, of->number, of->at});
    if (is_new) by_age_.push_back(&entry->first);
    return is_new;
}

bool book_content::apply_forget(std::string_view line) {
    const auto ms = read_canonical<std::int64_t>(line);
    if (!ms) return false;
    for (auto left = keys_before(unix_ms{std::chrono::milliseconds{*ms}}); left > 0; --left) {
        keys_.erase(keys_.find(*by_age_.front()));
        by_age_.pop_front();
    }
    return true;
}

bool book_content::apply_void(std::string_view line, std::string_view why) {
    const auto of = take_numbered(line);
    if (!of || now_ == nullptr || of->number < 1 || of->number > now_->second.last) return false;
    return now_->second.voided.try_emplace(of->number, void_note{of->at, std::string{line}, std::string{why}}).second;
}

result<void> book_content::apply(std::string_view lines) {
    while (!lines.empty()) {
        const auto shown = lines.substr(0, lines.find('\n'));
        bool good = false;
        if (const auto tag = take_line(lines, "tag")) {
            good = apply_tag(*tag);
        } else if (const auto key = take_line(lines, "key")) {
            good = apply_key(*key);
        } else if (const auto of = take_line(lines, "void")) {
            const auto why = take_line(lines, "why");
            good = why && apply_void(*of, *why);
        } else if (const auto from = take_line(lines, "forget")) {
            good = apply_forget(*from);
        }
        if (!good)
            return error{errc::state_unusable, "its line " + in_quotes(shown) + " does not fit what is before it"};
    }
    return {};
}

void book_content::write(std::string& to) const {
    std::map<std::string_view, std::string> keys; // oldest first
    for (const std::string* const each : by_age_) {
        const kept_key& of = keys_.at(*each);
        keys[*of.tag] += key_line(of.number, of.at, *each);
    }
    for (const auto& [tag, of] : tags_) {
        to += tag_line(of.last, tag) + keys[tag];
        for (const auto& [number, note] : of.voided)
            to += void_lines(number, note.at, note.who, note.why);
    }
}

std::size_t book_content::keys_before(unix_ms from) const {
    const auto is_younger = [&](const std::string* key) { return keys_.at(*key).at >= from; };
    return static_cast<std::size_t>(std::ranges::find_if(by_age_, is_younger) - by_age_.begin());
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

void book_content::fill_in_keys(std::string_view tag, std::vector<number_entry>& entries) const {
    if (entries.empty()) return;
    const std::int64_t first = entries.front().number;
    for (const auto& [key, of] : keys_) {
        if (*of.tag != tag || of.number < first || of.number > entries.back().number) continue;
        number_entry& entry = entries[static_cast<std::size_t>(of.number - first)];
        entry.key = key;
        entry.given_at = of.at;
    }
}

} // namespace vesta::file
