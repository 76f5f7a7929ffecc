#include <vesta/base/quote.hpp>
#include <vesta/testing/memory_segments.hpp>

#include <utility>

namespace vesta::testing {

std::optional<error> memory_segments::failure(call which, std::string_view tag) {
    fault before;
    {
        const std::lock_guard guard{guard_};
        before = before_;
    }
    return before ? before(which, tag) : std::nullopt;
}

result<std::vector<tag_row>> memory_segments::list() {
    if (auto failed = failure(call::list, {})) return *std::move(failed);
    const std::lock_guard guard{guard_};
    std::vector<tag_row> all;
    for (const auto& [tag, row] : rows_)
        all.push_back(row);
    return all;
}

result<segment> memory_segments::reserve(const segment_request& request) {
    if (auto failed = failure(call::reserve, request.tag)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    const auto found = rows_.find(request.tag);
    if (found == rows_.end()) return error{errc::not_found, "there is no tag " + in_quotes(request.tag)};
    auto made = next_segment(found->second, request);
    if (made) found->second.max_id = made->end;
    return made;
}

result<bool> memory_segments::give_back(std::string_view tag, const segment& of, std::int64_t from) {
    if (auto failed = failure(call::give_back, tag)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    const auto found = rows_.find(tag);
    if (found == rows_.end() || found->second.max_id != of.end) return false;
    found->second.max_id = from;
    return true;
}

result<bool> memory_segments::create(std::string_view tag, std::int64_t step) {
    if (auto failed = failure(call::create, tag)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    return rows_.try_emplace(std::string{tag}, tag_row{.tag = std::string{tag}, .step = step}).second;
}

result<bool> memory_segments::raise(std::string_view tag, std::int64_t limit) {
    if (auto failed = failure(call::create, tag)) return *std::move(failed);
    const std::lock_guard guard{guard_};
    const auto found = rows_.find(tag);
    if (found == rows_.end() || found->second.limit >= limit || found->second.max_id > limit) return false;
    found->second.limit = limit;
    return true;
}

void memory_segments::put(tag_row row) {
    const std::lock_guard guard{guard_};
    auto tag = row.tag;
    rows_.insert_or_assign(std::move(tag), std::move(row));
}

void memory_segments::remove(std::string_view tag) {
    const std::lock_guard guard{guard_};
    if (const auto found = rows_.find(tag); found != rows_.end()) rows_.erase(found);
}

std::optional<tag_row> memory_segments::find(std::string_view tag) const {
    const std::lock_guard guard{guard_};
    const auto found = rows_.find(tag);
    return found == rows_.end() ? std::nullopt : std::optional{found->second};
}

void memory_segments::set_fault(fault before) {
    const std::lock_guard guard{guard_};
    before_ = std::move(before);
}

} // namespace vesta::testing
