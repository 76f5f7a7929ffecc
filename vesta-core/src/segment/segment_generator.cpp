#include "tag_map.hpp"
#include "tag_source.hpp"

#include <vesta/segment/segment_generator.hpp>

#include <algorithm>
#include <condition_variable>
#include <thread>
#include <utility>

namespace vesta {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

segment_counts& segment_counts::operator+=(const segment_counts& other) noexcept {
    reserved += other.reserved;
    served += other.served;
    held += other.held;
    given_back += other.given_back;
    dropped += other.dropped;
    refills += other.refills;
    failures += other.failures;
    waits += other.waits;
    return *this;
}

namespace {

error refuse_option(const std::string& name, const std::string& allowed) {
    return {errc::invalid_settings, "segment option " + name + " must be " + allowed};
}

segment_options checked(const segment_options& options) {
    if (options.look_ahead < milliseconds{0} || options.look_ahead > std::chrono::hours{24})
        throw failure{refuse_option("look_ahead", "0 to 24 h")};
    if (options.largest_reservation < 1 || options.largest_reservation > widest_segment)
        throw failure{refuse_option("largest_reservation", "1 to " + std::to_string(widest_segment))};
    if (options.auto_create && (*options.auto_create < 1 || *options.auto_create > 2'147'483'647))
        throw failure{refuse_option("auto_create", "1 to 2147483647")}; // the column is an INT
    if (options.refresh_every < milliseconds{10} || options.refresh_every > std::chrono::hours{24})
        throw failure{refuse_option("refresh_every", "10 ms to 24 h")};
    if (options.refill_threads < 1 || options.refill_threads > 64)
        throw failure{refuse_option("refill_threads", "1 to 64")};
    if (options.most_tags < 1) throw failure{refuse_option("most_tags", "1 or more")};
    return options;
}

std::unique_ptr<const refill_policy> policy_of(const segment_options& options) {
    if (options.refill == refill_kind::leaf) return leaf_refill();
    if (options.refill == refill_kind::step) return step_refill();
    return demand_refill(options.look_ahead, options.largest_reservation);
}

} // namespace

/// The parts of a generator, and the thread that reads the table.
class segment_generator::state {
  public:
    state(std::shared_ptr<segment_store> store, const segment_options& options)
        : store_{std::move(store)}, options_{checked(options)}, policy_{policy_of(options_)},
          refills_{options_.refill_threads}, known_{options_.memory},
          shared_{*store_, options_, *policy_, refills_, known_}, refresher_{[this] { keep_fresh(); }} {}
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state();

    result<id_source*> tag(std::string_view name);
    void refresh() noexcept;
    segment_status status() const;
    std::vector<tag_status> tags() const;
    std::vector<tag_status> tags_after(std::string_view name, std::size_t most) const;
    std::shared_ptr<const table_reading> read_table();
    void close(milliseconds patience);

  private:
    std::unique_ptr<detail::tag_source> make(std::string_view name) const {
        return std::make_unique<detail::tag_source>(std::string{name}, shared_);
    }
    void keep_fresh();
    result<std::vector<tag_row>> refresh_now();
    void apply(const std::vector<tag_row>& rows, steady_clock::time_point read_at);
    void rest(std::unique_lock<std::mutex>& lock, milliseconds pause);
    void stop_refreshing() noexcept;

    const std::uint32_t born_in_{fork_count()};
    const std::shared_ptr<segment_store> store_;
    const segment_options options_;
    const std::unique_ptr<const refill_policy> policy_;
    detail::refiller refills_;
    detail::known_ends known_;
    const detail::tag_context shared_;
    detail::tag_map tags_;
    std::atomic<bool> closed_{false};

    mutable std::mutex guard_;
    std::condition_variable changed_;
    bool stopping_ = false;
    bool hurried_ = false;
    std::shared_ptr<table_reading> asked_for_; // by those who want to see the rows
    bool read_ = false;                        // the table, at least once
    std::optional<error> trouble_;
    nanoseconds refresh_took_{0};
    std::thread refresher_;
};

segment_generator::state::~state() {
    if (fork_count() != born_in_) { // the thread stayed with the parent process
        refresher_.detach();
        return;
    }
    stop_refreshing();
    refills_.stop();
}

void segment_generator::state::stop_refreshing() noexcept {
    {
        const std::lock_guard guard{guard_};
        stopping_ = true;
    }
    changed_.notify_one();
    if (refresher_.joinable()) refresher_.join();
}

result<id_source*> segment_generator::state::tag(std::string_view name) {
    if (fork_count() != born_in_)
        return error{errc::forked, "this process was forked; open a generator after the fork"};
    if (closed_) return error{errc::closed, "the generator was closed"};
    detail::tag_source* found = tags_.find(name);
    if (found == nullptr) {
        if (auto good = check_tag(name); !good) return std::move(good).error();
        found = tags_.find_or_make(name, options_.most_tags, [this](std::string_view of) { return make(of); });
    }
    if (found == nullptr)
        return error{errc::exhausted, "there are " + std::to_string(options_.most_tags) +
                                          " tags in memory, as many as are allowed; raise most_tags"};
    if (!found->may_exist()) return found->explain_refusal(errc::not_found);
    return found;
}

void segment_generator::state::refresh() noexcept {
    {
        const std::lock_guard guard{guard_};
        hurried_ = true;
    }
    changed_.notify_one();
}

std::shared_ptr<const table_reading> segment_generator::state::read_table() {
    const std::lock_guard guard{guard_};
    if (stopping_ || fork_count() != born_in_) {
        auto nothing = std::make_shared<table_reading>();
        nothing->finish(error{errc::closed, "the generator was closed"});
        return nothing;
    }
    if (!asked_for_) asked_for_ = std::make_shared<table_reading>();
    hurried_ = true;
    changed_.notify_one();
    return asked_for_;
}

void segment_generator::state::keep_fresh() {
    constexpr milliseconds after_failure{500};
    std::unique_lock lock{guard_};
    while (!stopping_) {
        hurried_ = false;
        const auto asked_for = std::exchange(asked_for_, nullptr);
        lock.unlock();
        auto rows = refresh_now();
        known_.save_now_and_then();
        const auto pause = rows ? options_.refresh_every : std::min(options_.refresh_every, after_failure);
        if (asked_for) asked_for->finish(std::move(rows));
        lock.lock();
        rest(lock, pause);
    }
    if (asked_for_) asked_for_->finish(error{errc::closed, "the generator was closed"});
}

/// Waits for the next reading, and saves now and then what is known: off the way of those who want numbers.
void segment_generator::state::rest(std::unique_lock<std::mutex>& lock, milliseconds pause) {
    constexpr milliseconds between_savings{1000};
    const auto end = steady_clock::now() + pause;
    const auto woken = [this] { return stopping_ || hurried_; };
    while (known_.remembers() && end - steady_clock::now() > between_savings) {
        if (changed_.wait_for(lock, between_savings, woken)) return;
        lock.unlock();
        known_.save_now_and_then();
        lock.lock();
    }
    changed_.wait_until(lock, end, woken);
}

result<std::vector<tag_row>> segment_generator::state::refresh_now() {
    const auto began = steady_clock::now();
    auto rows = store_->list();
    if (rows) apply(*rows, began);
    const std::lock_guard guard{guard_};
    trouble_.reset();
    if (!rows) {
        trouble_ = rows.error();
    } else {
        read_ = true;
        refresh_took_ = steady_clock::now() - began;
    }
    return rows;
}

void segment_generator::state::apply(const std::vector<tag_row>& rows, steady_clock::time_point read_at) {
    for (const tag_row& row : rows) {
        if (!check_tag(row.tag)) continue; // nobody can ask for it
        auto* const at =
            tags_.find_or_make(row.tag, options_.most_tags, [this](std::string_view of) { return make(of); });
        if (at == nullptr) break;
        at->found(row, read_at);
    }
    for (detail::tag_source* const each : tags_.all())
        each->all_found(read_at);
}

segment_status segment_generator::state::status() const {
    segment_status sum; // its trouble is a tag's at first
    for (const detail::tag_source* const each : tags_.all()) {
        each->add_to(sum);
    }
    sum.latency = refills_.latency();
    const std::lock_guard guard{guard_};
    sum.ready = (read_ || refills_.answered()) && !closed_;
    if (trouble_) sum.trouble = trouble_;
    sum.refresh_took = refresh_took_;
    return sum;
}

std::vector<tag_status> segment_generator::state::tags() const {
    std::vector<tag_status> every;
    for (const detail::tag_source* const each : tags_.all())
        every.push_back(each->status());
    return every;
}

std::vector<tag_status> segment_generator::state::tags_after(std::string_view name, std::size_t most) const {
    std::vector<tag_status> some;
    for (const detail::tag_source* const each : tags_.after(name, most))
        some.push_back(each->status());
    return some;
}

void segment_generator::state::close(milliseconds patience) {
    if (fork_count() != born_in_ || closed_.exchange(true)) return;
    stop_refreshing();
    for (detail::tag_source* const each : tags_.all())
        each->close();
    refills_.finish(patience);
    for (detail::tag_source* const each : tags_.all())
        each->drop_leftovers();
    known_.save_for_good();
}

segment_generator::segment_generator(std::shared_ptr<segment_store> store, const segment_options& options)
    : state_{std::make_unique<state>(std::move(store), options)} {}

segment_generator::~segment_generator() = default;

result<id_source*> segment_generator::tag(std::string_view tag) {
    return state_->tag(tag);
}

void segment_generator::refresh() noexcept {
    state_->refresh();
}

segment_status segment_generator::status() const {
    return state_->status();
}

std::vector<tag_status> segment_generator::tags() const {
    return state_->tags();
}

std::vector<tag_status> segment_generator::tags_after(std::string_view name, std::size_t most) const {
    return state_->tags_after(name, most);
}

std::shared_ptr<const table_reading> segment_generator::read_table() {
    return state_->read_table();
}

void segment_generator::close(std::chrono::milliseconds patience) {
    state_->close(patience);
}

} // namespace vesta
