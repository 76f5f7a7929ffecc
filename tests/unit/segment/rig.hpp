#pragma once

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/testing/memory_segments.hpp>

#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vesta::testing {

/// Store calls go through it: it counts them, holds them up, and makes them fail. Safe from any thread.
class call_gate {
  public:
    using call = memory_segments::call;

    explicit call_gate(memory_segments& of) {
        of.set_fault([this](call which, std::string_view tag) { return pass(which, tag); });
    }

    /// From now on calls of that kind wait until `open`.
    void shut(call which) {
        const std::lock_guard guard{guard_};
        shut_ = which;
        is_shut_ = true;
    }
    void open() {
        const std::lock_guard guard{guard_};
        is_shut_ = false;
        changed_.notify_all();
    }
    /// From now on every call, or every one for @p tag, fails with @p reason.
    void fail(errc reason, std::string tag = {}) {
        const std::lock_guard guard{guard_};
        failing_ = true;
        reason_ = reason;
        failing_tag_ = std::move(tag);
    }
    void mend() {
        const std::lock_guard guard{guard_};
        failing_ = false;
    }
    /// Waits until so many calls of that kind have begun since the start.
    void await(call which, int times) {
        std::unique_lock lock{guard_};
        changed_.wait(lock, [&] { return begun_[static_cast<std::size_t>(which)] >= times; });
    }
    int begun(call which) {
        const std::lock_guard guard{guard_};
        return begun_[static_cast<std::size_t>(which)];
    }

  private:
    std::optional<error> pass(call which, std::string_view tag) {
        std::unique_lock lock{guard_};
        ++begun_[static_cast<std::size_t>(which)];
        changed_.notify_all();
        changed_.wait(lock, [&] { return !is_shut_ || shut_ != which; });
        if (!failing_ || (!failing_tag_.empty() && failing_tag_ != tag)) return {};
        return error{reason_, "the store is switched off"};
    }

    std::mutex guard_;
    std::condition_variable changed_;
    std::array<int, 4> begun_{};
    call shut_ = call::list;
    bool is_shut_ = false;
    bool failing_ = false;
    errc reason_ = errc::internal;
    std::string failing_tag_;
};

/// A table in memory, and generators on it.
class segment_test : public ::testing::Test {
  protected:
    using call = memory_segments::call;

    std::unique_ptr<segment_generator> open(segment_options options = {}) {
        return std::make_unique<segment_generator>(table, options);
    }
    /// As `open`, after the table has been read.
    std::unique_ptr<segment_generator> open_ready(const segment_options& options = {}) {
        auto made = open(options);
        until([&] { return made->status().ready; });
        return made;
    }

    /// Waits for what another thread brings about; ctest ends a test that waits for ever.
    template <class Condition>
    static void until(const Condition& condition) {
        while (!condition())
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }

    /// So many numbers of @p from, waiting for reservations.
    static std::vector<std::int64_t> take(id_source& from, std::size_t count) {
        std::vector<id> ids(count);
        generate_all(from, ids, system_wall_clock(), std::chrono::minutes{1}).value();
        std::vector<std::int64_t> numbers;
        for (const id each : ids)
            numbers.push_back(each.value);
        return numbers;
    }
    static std::int64_t take_one(id_source& from) { return take(from, 1).front(); }

    /// Why @p from refuses for good: waits for as long as it says that waiting helps.
    static error refusal_of(id_source& from) {
        id unused;
        auto refused = generate_all(from, {&unused, 1}, system_wall_clock(), std::chrono::minutes{1});
        EXPECT_FALSE(refused) << "it gave " << unused.value;
        return refused ? error{} : std::move(refused).error();
    }

    /// Why @p from, the tag "order" of @p in, has no number though it has a row: what a reservation fails with that
    /// does not take it.
    static std::string trouble_of(id_source& from, const segment_generator& in) {
        until([&] {
            id unused;
            EXPECT_EQ(from.try_generate({&unused, 1}).made, 0U) << "it gave " << unused.value;
            const auto trouble = status_of(in, "order").trouble;
            return trouble && trouble->code == errc::state_unusable;
        });
        return status_of(in, "order").trouble->message;
    }

    static tag_status status_of(const segment_generator& of, const std::string& tag) {
        for (auto& each : of.tags())
            if (each.tag == tag) return each;
        ADD_FAILURE() << "no tag " << tag;
        return {};
    }

    std::int64_t row(const std::string& tag = "order") { return table->find(tag).value().max_id; }

    std::shared_ptr<memory_segments> table = std::make_shared<memory_segments>();
    call_gate gate{*table};
};

} // namespace vesta::testing
