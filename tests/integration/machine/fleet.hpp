#pragma once

#include <vesta/generate/keeper.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/machine/leased_ids.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace vesta::testing {

/// One node of a fleet: its lease, its keeper, and a caller that asks for IDs without end and remembers them.
class busy_node {
  public:
    busy_node(std::shared_ptr<lease_table> table, const std::string& name)
        : name_{name}, provider_{std::move(table), terms()} {
        held_ = std::make_shared<reservation>(lease().value(), reservation_policy{.ahead = std::chrono::seconds{1}},
                                              system_wall_clock(), [this] { return lease(); });
        held_->renew(true).value();
        keeper_ = std::make_unique<keeper>(std::vector{held_});
        time_generator_spec spec;
        spec.family = find_scheme("vesta");
        spec.type = spec.family->type("min-granularity").value();
        generator_ = time_generator::make(spec, {held_}, system_wall_clock(), [this] { keeper_->hurry(); }).value();
        caller_ = std::jthread{[this](const std::stop_token& end) { call(end); }};
    }
    busy_node(const busy_node&) = delete;
    busy_node& operator=(const busy_node&) = delete;
    ~busy_node() { stop(); }

    /// Ends it; the IDs it made.
    const std::vector<std::int64_t>& stop() {
        caller_.request_stop();
        if (caller_.joinable()) caller_.join();
        keeper_->stop();
        static_cast<void>(held_->release());
        return made_;
    }

    machine_id machine() const { return held_->machine(); }
    std::size_t made() const { return count_; }
    std::size_t refused() const { return refused_; }

  private:
    static lease_terms terms() {
        lease_terms of{std::chrono::seconds{3}};
        of.lead = std::chrono::seconds{1};
        return of;
    }

    result<machine_lease> lease() {
        auto leases = provider_.acquire({.instance = name_});
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }

    void call(const std::stop_token& end) {
        std::array<id, 16> some{};
        while (!end.stop_requested()) {
            const unix_ms found = held_->found();
            const unix_ms mark = held_->mark(); // before the call: a keeper may extend it right after a refusal
            const grant got = generator_->try_generate(some);
            for (std::size_t i = 0; i < got.made; ++i)
                made_.push_back(static_cast<std::int64_t>(some[i].bits()));
            count_ += got.made;
            if (got.made == 0) ++refused_;
            // What stays covered has room: a refusal is one of the reservation's end, or of a start that is to come.
            const unix_ms start = std::max(found, held_->found());
            const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
            const std::chrono::milliseconds margin{200};
            if (got.made == 0 && mark > now + margin && start < now - margin) ++unexcused;
            std::this_thread::sleep_for(std::max(got.wait, std::chrono::nanoseconds{1'000'000}));
        }
    }

    const std::string name_;
    leased_ids provider_;
    std::shared_ptr<reservation> held_;
    std::unique_ptr<keeper> keeper_;
    std::unique_ptr<time_generator> generator_;
    std::vector<std::int64_t> made_;
    std::atomic<std::size_t> count_{0};
    std::atomic<std::size_t> refused_{0};

  public:
    std::atomic<int> unexcused{0}; ///< refusals while the reservation had room

  private:
    std::jthread caller_;
};

/// Several nodes on one store.
class fleet {
  public:
    template <class Open>
    fleet(std::size_t count, const Open& open) {
        for (std::size_t i = 0; i < count; ++i)
            nodes_.push_back(std::make_unique<busy_node>(open(), "node-" + std::to_string(i)));
    }

    busy_node& operator[](std::size_t i) { return *nodes_[i]; }

    /// Waits until every node made more IDs.
    void goes_on() {
        until_all([](const busy_node& each) { return each.made(); });
    }
    /// Waits until every node refused more calls.
    void has_run_dry() {
        until_all([](const busy_node& each) { return each.refused(); });
    }

    /// Stops all; that no ID was made twice, and that no node refused a call it had the room for.
    void ends_without_a_duplicate() {
        std::vector<std::int64_t> all;
        for (const auto& each : nodes_) {
            const auto& made = each->stop();
            all.insert(all.end(), made.begin(), made.end());
            EXPECT_EQ(each->unexcused, 0);
        }
        std::ranges::sort(all);
        EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << "of " << all.size();
        EXPECT_GT(all.size(), nodes_.size());
    }

  private:
    template <class Count>
    void until_all(const Count& count) {
        for (const auto& each : nodes_)
            for (const std::size_t before = count(*each); count(*each) < before + 10;)
                std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }

    std::vector<std::unique_ptr<busy_node>> nodes_;
};

} // namespace vesta::testing
