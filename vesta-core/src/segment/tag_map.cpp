#include "tag_map.hpp"

namespace vesta::detail {
namespace {

constexpr std::size_t first_size = 64; // a power of two, as all sizes

} // namespace

tag_map::tag_map() {
    tables_.push_back(std::make_unique<places>(first_size));
    current_.put(tables_.back().get());
}

tag_source* tag_map::find(std::string_view tag) const noexcept {
    return find_in(*current_.get(), tag);
}

tag_source* tag_map::find_in(const places& in, std::string_view tag) const noexcept {
    const std::size_t mask = in.size() - 1;
    for (std::size_t i = hash_(tag) & mask;; i = (i + 1) & mask) {
        tag_source* const at = in[i].get();
        if (at == nullptr || at->tag() == tag) return at;
    }
}

void tag_map::put(places& into, tag_source* tag) const noexcept {
    const std::size_t mask = into.size() - 1;
    std::size_t i = hash_(tag->tag()) & mask;
    while (into[i].get() != nullptr)
        i = (i + 1) & mask;
    into[i].put(tag);
}

void tag_map::grow() {
    auto larger = std::make_unique<places>(tables_.back()->size() * 2);
    for (const auto& each : tags_)
        put(*larger, each.get());
    tables_.push_back(std::move(larger));
    current_.put(tables_.back().get());
}

tag_source* tag_map::find_or_make(std::string_view tag, std::size_t most,
                                  const std::function<std::unique_ptr<tag_source>(std::string_view)>& make) {
    if (tag_source* const found = find(tag)) return found;
    const std::lock_guard guard{guard_};
    if (tag_source* const found = find(tag)) return found;
    if (tags_.size() >= most) return nullptr;
    if ((tags_.size() + 1) * 2 > tables_.back()->size()) grow();
    tags_.push_back(make(tag));
    tag_source* const made = tags_.back().get();
    put(*tables_.back(), made);                               // first: a tag that is not found would be made twice
    by_name_.emplace_hint(by_name_.end(), made->tag(), made); // a table is usually read in this order
    return made;
}

std::vector<tag_source*> tag_map::all() const {
    const std::lock_guard guard{guard_};
    std::vector<tag_source*> every;
    every.reserve(tags_.size());
    for (const auto& each : tags_)
        every.push_back(each.get());
    return every;
}

tag_map::piece tag_map::search(std::string_view name, std::string_view part, std::size_t most,
                               std::size_t looks) const {
    const std::lock_guard guard{guard_};
    piece made;
    auto at = by_name_.upper_bound(name);
    for (; at != by_name_.end() && looks != 0 && made.found.size() < most; ++at, --looks) {
        made.last = at->first;
        if (made.last.find(part) != std::string_view::npos) made.found.push_back(at->second);
    }
    made.is_last = at == by_name_.end();
    return made;
}

std::size_t tag_map::size() const {
    const std::lock_guard guard{guard_};
    return tags_.size();
}

} // namespace vesta::detail
