#pragma once

#include "layouts.hpp"

#include <vesta/generate/time_generator.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <chrono>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta::testing {

/// How a node of a test is set up.
struct node_options {
    std::string_view scheme = "vesta";
    std::string_view type = "";
    populator_kind populator = populator_kind::cas;
    reservation_policy policy{};
    std::chrono::milliseconds rollback_wait{5};
    bool wait_at_start = true;
    std::vector<machine_id> machines{{1}};
    gen_method method = gen_method::embedded;
    std::shared_ptr<portion_timer> rounds{};
    std::shared_ptr<portion_timer> readings{};
};

/// One process that generates: its machine IDs, its reservations and a generator, on a hand-turned clock. Nothing
/// renews the reservations but `renew()`.
class node {
  public:
    node(memory_marks& marks, const wall_clock& clock, const node_options& with = {}) : with_{with} {
        for (const machine_id each : with.machines)
            held_.push_back(std::make_shared<reservation>(marks.take(each).value(), with.policy, clock));
        renew(true);
        generator_ = time_generator::make(spec(), held_, clock, [this] { ++hurried; }).value();
    }

    time_generator& operator*() { return *generator_; }
    time_generator* operator->() { return generator_.get(); }
    reservation& source(std::size_t index = 0) { return *held_[index]; }
    std::shared_ptr<reservation> shared_source(std::size_t index = 0) { return held_[index]; }
    const layout& type() const { return *generator_->spec().type; }

    /// What its keeper would do.
    void renew(bool even_if_not_due = false) {
        for (const auto& each : held_)
            static_cast<void>(each->renew(even_if_not_due));
    }

    /// A clean end.
    void release() {
        for (const auto& each : held_)
            each->release().value();
    }

    fields parts(id value) const { return generator_->explain(value).value().parts; }

    /// How often the generator called for a renewal.
    int hurried = 0;

  private:
    time_generator_spec spec() const {
        time_generator_spec made;
        made.family = find_scheme(with_.scheme);
        made.type = made.family->type(with_.type).value();
        made.method = with_.method;
        made.populator = with_.populator;
        made.rollback_wait = with_.rollback_wait;
        made.wait_at_start = with_.wait_at_start;
        made.rounds = with_.rounds;
        made.readings = with_.readings;
        return made;
    }

    const node_options with_;
    std::vector<std::shared_ptr<reservation>> held_;
    std::unique_ptr<time_generator> generator_;
};

} // namespace vesta::testing
