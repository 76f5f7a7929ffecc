#pragma once

#include "options.hpp"
#include "tag_map.hpp"
#include "tag_source.hpp"

#include <vesta/base/background.hpp>
#include <vesta/segment/segment_generator.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace vesta {

/// The parts of a generator, and the thread that reads the table.
struct segment_generator::state {
    state(std::shared_ptr<segment_store> from, const segment_options& chosen)
        : store{std::move(from)}, options{detail::checked(chosen)}, policy{detail::policy_of(options)},
          refills{options.refill_threads}, known{options.memory, store->origins()},
          shared{*store, options, *policy, refills, known}, refresher{background_thread([this] { keep_fresh(); })} {}
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state();

    /// Null if the limit of tags is reached.
    detail::tag_source* find_or_make(std::string_view name, row_number row);
    /// As `segment_generator::tag`.
    result<detail::tag_source*> source_of(std::string_view tag, row_number row);
    /// Errors: `closed`, `forked`.
    result<void> check_open() const;
    /// Whether callers may use the name @p tag, of which nothing is known.
    result<void> admit(std::string_view tag);
    result<void> admit_new(std::string_view tag);
    error why_not_raised(std::string_view tag, std::int64_t limit) const;
    void hurry() noexcept;
    std::vector<tag_status> statuses(const std::vector<detail::tag_source*>& of) const;
    void stop_refreshing() noexcept;

    // The functions of the thread.
    void keep_fresh();
    result<std::vector<tag_row>> refresh_now();
    void apply(const std::vector<tag_row>& rows, std::chrono::steady_clock::time_point read_at);
    void rest(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds pause);

    struct last_reading {                                                 // of the table
        std::optional<std::chrono::steady_clock::time_point> complete_at; // when the last complete one began,
        std::chrono::nanoseconds took{0};                                 // and how long it took
        std::optional<error> trouble;
    };

    struct newcomers {                               // names that were admitted to become tags
        std::chrono::steady_clock::time_point since; // in the second from here on
        std::size_t count = 0;
    };

    const std::uint32_t born_in{fork_count()};
    const std::shared_ptr<segment_store> store;
    const segment_options options;
    const std::unique_ptr<const refill_policy> policy;
    detail::refiller refills;
    detail::known_ends known;
    const detail::tag_context shared;
    detail::tag_map tags;
    std::atomic<bool> closed{false};

    mutable std::mutex guard;
    std::condition_variable changed;
    bool stopping = false;
    bool hurried = false;
    std::shared_ptr<table_reading> asked_for;         // by callers that want to see the rows
    std::chrono::steady_clock::time_point not_before; // the next reading, however many callers ask for one
    last_reading last;
    newcomers created;
    std::thread refresher;
};

} // namespace vesta
