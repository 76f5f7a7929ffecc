#include "hypothesis.hpp"

#include <vesta/survey/audit.hpp>

#include <algorithm>
#include <utility>

namespace vesta::survey {
namespace {

constexpr std::size_t most_gaps = 10;
constexpr std::uint64_t progress_after = 1 << 20;

/// Notes whether @p one is less than the ID before it in its file, which it then becomes.
void note_order(finding<place>& back, located& before, const located& one) {
    const bool follows = before.at.line != 0 && before.at.file == one.at.file;
    if (follows && one.value.bits() < before.value.bits()) back.note(one.at);
    before = one;
}

} // namespace

audit::audit(const audit_options& options) : options_{options}, sorter_{options.memory, options.folder} {}

result<void> audit::add(place at, id value) {
    if (options_.by == nullptr) {
        note_order(found_.back, before_, {value, at});
    } else {
        look_at_parts({value, at});
    }
    return sorter_.add({value, at});
}

void audit::look_at_parts(const located& one) {
    const auto type = options_.by->type_of(one.value);
    if (!type) return found_.foreign.note(one);
    const layout& by = **type;
    const fields parts = by.decode(one.value);
    const unix_ms made = by.instant_of(parts.time);
    if (made > options_.now + clock_difference) found_.future.note(one);
    stream* const of = stream_of(by, parts);
    if (of == nullptr) return;
    of->first = of->count == 0 ? made : std::min(of->first, made);
    of->last = of->count == 0 ? made : std::max(of->last, made);
    ++of->count;
    note_order(of->back, of->before, one);
}

/// Null: there are too many already.
stream* audit::stream_of(const layout& type, const fields& parts) {
    const auto which = static_cast<std::uint64_t>(&type - options_.by->types().data());
    const stream_key key{which, parts.version << 32 | parts.gen_method, parts.machine};
    const auto found = streams_.find(key);
    if (found != streams_.end()) return &found->second;
    if (streams_.size() == most_streams) {
        ++found_.beyond;
        return nullptr;
    }
    stream made{.type = type.name(), .parts = parts};
    made.parts.time = made.parts.seq = 0;
    return &streams_.emplace(key, std::move(made)).first->second;
}

result<audit_findings> audit::finish(const std::function<void(std::uint64_t)>& progress) {
    found_.ids = sorter_.size();
    std::uint64_t compared = 0;
    auto sorted = sorter_.in_order([&](const placed_id& one) {
        compare(one);
        if (++compared % progress_after == 0) progress(compared);
    });
    if (!sorted) return std::move(sorted).error();
    end_run();
    for (auto& [key, of] : streams_)
        found_.streams.push_back(std::move(of));
    return std::move(found_);
}

void audit::compare(const placed_id& one) {
    const id value = id::from_bits(one.bits);
    if (run_.times == 0 || value != run_.value) {
        end_run();
        if (run_.times == 0) found_.least = value;
        if (run_.times != 0 && options_.gaps) note_gap(run_.value, value);
        run_.value = value;
        run_.times = 0;
        run_.places.clear();
        found_.greatest = value;
    }
    ++run_.times;
    if (run_.places.size() < duplicate::most_places) run_.places.push_back(one.at());
}

void audit::end_run() {
    if (run_.times < 2) return;
    found_.repeated += run_.times - 1;
    found_.duplicates.note(run_);
}

void audit::note_gap(id before, id next) {
    if (next.bits() - before.bits() < 2) return;
    const gap one{id::from_bits(before.bits() + 1), id::from_bits(next.bits() - 1)};
    ++found_.gaps;
    found_.missing += one.size();
    auto& all = found_.largest_gaps;
    const auto at = std::ranges::upper_bound(all, one.size(), std::greater{}, &gap::size);
    if (all.size() == most_gaps && at == all.end()) return;
    all.insert(at, one);
    if (all.size() > most_gaps) all.pop_back();
}

} // namespace vesta::survey
