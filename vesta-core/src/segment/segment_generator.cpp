#include "generator_state.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>
#include <utility>

namespace vesta {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

namespace {

/// When the table may be read again, after a reading that @p began then and has just ended: readings that callers ask
/// for take one part in twenty of the time, but come once a second at least.
steady_clock::time_point next_reading(steady_clock::time_point began) noexcept {
    constexpr int parts = 20;
    constexpr nanoseconds longest = std::chrono::seconds{1};
    return began + std::min<nanoseconds>((steady_clock::now() - began) * parts, longest);
}

} // namespace

segment_generator::state::~state() {
    stop_refreshing();
    refills.stop();
    if (options.budget) options.budget->remove_tags(tags.size());
}

void segment_generator::state::stop_refreshing() noexcept {
    {
        const std::lock_guard lock{guard};
        stopping = true;
    }
    changed.notify_one();
    if (refresher.joinable()) refresher.join();
}

detail::tag_source* segment_generator::state::find_or_make(std::string_view name, row_number row) {
    return tags.find_or_make(name, options.most_tags, [&](std::string_view of) {
        if (options.budget) options.budget->add_tag();
        return std::make_unique<detail::tag_source>(std::string{of}, shared, row);
    });
}

void segment_generator::state::hurry() noexcept {
    {
        const std::lock_guard lock{guard};
        hurried = true;
    }
    changed.notify_one();
}

result<void> segment_generator::state::admit(std::string_view tag) {
    if (options.auto_create) return admit_new(tag);
    if (shared.strangers.load(std::memory_order_relaxed) < most_strangers || known.before(tag).largest() != 0)
        return {};
    constexpr std::chrono::seconds believed{1};
    {
        const std::lock_guard lock{guard};
        if (last.complete_at && steady_clock::now() - *last.complete_at < believed)
            return error{errc::not_found,
                         "there is no tag " + in_quotes(tag) + "; add a row for it to the table, or set auto-create"};
    }
    hurry();
    return error{errc::not_ready,
                 "too many unknown tags were requested; " + in_quotes(tag) +
                     " will be looked up when the table is read next",
                 believed};
}

result<void> segment_generator::state::admit_new(std::string_view tag) {
    constexpr std::chrono::seconds second{1};
    if (options.budget && !options.budget->has_room())
        return error{errc::exhausted,
                     "tag " + in_quotes(tag) +
                         " is new, and tags hold half of limits.memory already; raise it, or add a row "
                         "for the tag to the table"};
    const std::lock_guard lock{guard};
    const auto now = steady_clock::now();
    if (now - created.since >= second) created = {now, 0};
    if (created.count >= options.most_created)
        return error{errc::not_ready,
                     "tag " + in_quotes(tag) + " is new, and " + std::to_string(options.most_created) +
                         " new tags came within a second; that is the limit",
                     second};
    ++created.count;
    return {};
}

std::vector<tag_status> segment_generator::state::statuses(const std::vector<detail::tag_source*>& of) const {
    std::vector<tag_status> every;
    for (const detail::tag_source* const each : of)
        every.push_back(each->status());
    return every;
}

void segment_generator::state::keep_fresh() {
    constexpr milliseconds after_failure{500};
    std::unique_lock lock{guard};
    while (!stopping) {
        hurried = false;
        const auto reading = std::exchange(asked_for, nullptr);
        lock.unlock();
        const auto began = steady_clock::now();
        auto rows = attempt([this] { return refresh_now(); });
        known.save_now_and_then();
        const auto pause = rows ? options.refresh_every : std::min(options.refresh_every, after_failure);
        if (reading) reading->finish(std::move(rows));
        lock.lock();
        not_before = next_reading(began);
        rest(lock, pause);
    }
    if (asked_for) asked_for->finish(error{errc::closed, "the generator was closed"});
}

/// Waits for the next reading and saves known ends now and then, off the path of callers.
void segment_generator::state::rest(std::unique_lock<std::mutex>& lock, milliseconds pause) {
    constexpr milliseconds between_savings{1000};
    const auto end = steady_clock::now() + pause;
    const auto woken = [this] { return stopping || hurried; };
    while (known.remembers() && end - steady_clock::now() > between_savings) {
        if (changed.wait_for(lock, between_savings, woken)) break;
        lock.unlock();
        known.save_now_and_then();
        lock.lock();
    }
    changed.wait_until(lock, end, woken);
    changed.wait_until(lock, not_before, [this] { return stopping; });
}

result<std::vector<tag_row>> segment_generator::state::refresh_now() {
    const auto began = steady_clock::now();
    auto rows = store->list();
    if (rows) apply(*rows, began);
    const std::lock_guard lock{guard};
    last.trouble.reset();
    if (!rows) {
        last.trouble = rows.error();
    } else {
        last.complete_at = began;
        last.took = steady_clock::now() - began;
    }
    return rows;
}

void segment_generator::state::apply(const std::vector<tag_row>& rows, steady_clock::time_point read_at) {
    for (const tag_row& row : rows) {
        if (!check_tag(row.tag)) continue; // no caller can ask for it
        auto* const at = find_or_make(row.tag, row.row);
        if (at == nullptr) break;
        at->found(row, read_at);
    }
    for (detail::tag_source* const each : tags.all())
        each->all_found(read_at);
}

segment_generator::segment_generator(std::shared_ptr<segment_store> store, const segment_options& options)
    : state_{std::make_unique<state>(std::move(store), options)} {}

segment_generator::~segment_generator() {
    // A forked child has none of the threads. A condition variable with a waiter cannot be destroyed, and the store's
    // sessions are the parent's. So the child leaves everything as it is.
    if (fork_count() != state_->born_in) static_cast<void>(state_.release());
}

result<void> segment_generator::state::check_open() const {
    if (fork_count() != born_in) return error{errc::forked, "this process was forked; open a generator after the fork"};
    if (closed) return error{errc::closed, "the generator was closed"};
    return {};
}

result<detail::tag_source*> segment_generator::state::source_of(std::string_view tag, row_number row) {
    if (auto open = check_open(); !open) return std::move(open).error();
    detail::tag_source* found = tags.find(tag);
    if (found == nullptr) {
        if (auto good = check_tag(tag); !good) return std::move(good).error();
        if (row == row_number{}) // a numbered row is none that a caller made up
            if (auto may = admit(tag); !may) return std::move(may).error();
        found = find_or_make(tag, row);
    }
    if (found == nullptr)
        return error{errc::exhausted, "there are " + std::to_string(options.most_tags) +
                                          " tags in memory, as many as are allowed; raise limits.most-tags"};
    if (!found->may_exist()) return found->explain_refusal(errc::not_found);
    return found;
}

result<id_source*> segment_generator::tag(std::string_view tag, row_number row) {
    return state_->source_of(tag, row).transform([](detail::tag_source* found) -> id_source* { return found; });
}

result<nanoseconds> segment_generator::prepare(std::string_view tag) {
    return state_->source_of(tag, {}).and_then([](detail::tag_source* found) { return found->prepare(); });
}

void segment_generator::refresh() noexcept {
    state_->hurry();
}

std::shared_ptr<const table_reading> segment_generator::read_table() {
    const std::lock_guard lock{state_->guard};
    if (state_->stopping || fork_count() != state_->born_in) {
        auto nothing = std::make_shared<table_reading>();
        nothing->finish(error{errc::closed, "the generator was closed"});
        return nothing;
    }
    if (!state_->asked_for) state_->asked_for = std::make_shared<table_reading>();
    state_->hurried = true;
    state_->changed.notify_one();
    return state_->asked_for;
}

segment_status segment_generator::status() const {
    segment_status sum; // its trouble is a tag's at first
    bool has_numbers = false;
    for (const detail::tag_source* const each : state_->tags.all())
        has_numbers = each->add_to(sum) || has_numbers;
    sum.latency = state_->refills.latency();
    const std::lock_guard lock{state_->guard};
    // Only what is tried again without a caller: one that is not ready may be asked by nobody.
    const bool is_down = state_->last.trouble || (sum.trouble && detail::says_store_is_down(*sum.trouble));
    if (state_->last.trouble) sum.trouble = state_->last.trouble;
    const bool has_answered = state_->last.complete_at || state_->refills.answered();
    sum.ready = has_answered && !state_->closed && (has_numbers || !is_down);
    if (!sum.trouble) sum.trouble = state_->store->trouble();
    sum.refresh_took = state_->last.took;
    return sum;
}

std::vector<tag_status> segment_generator::tags() const {
    return state_->statuses(state_->tags.all());
}

std::optional<tag_status> segment_generator::find(std::string_view tag) const {
    const detail::tag_source* const found = state_->tags.find(tag);
    return found == nullptr ? std::nullopt : std::optional{found->status()};
}

std::vector<tag_status> segment_generator::tags_after(std::string_view name, std::size_t most) const {
    return state_->statuses(state_->tags.after(name, most));
}

tags_found segment_generator::search(const tag_search& what) const {
    constexpr std::size_t looks_at_once = 1024; // new tags wait for some 0.1 ms
    tags_found made{.tags = {}, .next = what.after};
    for (std::size_t looks = 0; looks < what.most_looks; looks += looks_at_once) {
        const auto piece = state_->tags.search(made.next, what.part, what.most - made.tags.size(), looks_at_once);
        std::ranges::move(state_->statuses(piece.found), std::back_inserter(made.tags));
        made.next = piece.is_last ? std::string_view{} : piece.last;
        if (piece.is_last || made.tags.size() == what.most) break;
    }
    return made;
}

void segment_generator::close(milliseconds patience) {
    if (fork_count() != state_->born_in || state_->closed.exchange(true)) return;
    state_->stop_refreshing();
    for (detail::tag_source* const each : state_->tags.all())
        each->close();
    state_->refills.finish(patience);
    for (detail::tag_source* const each : state_->tags.all())
        each->drop_leftovers();
    state_->known.save_for_good();
}

} // namespace vesta
