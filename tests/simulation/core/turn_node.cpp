#include "turn_node.hpp"

#include <algorithm>
#include <array>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// The twin: the node's clock says which layout is asked, and nothing ends the first.
class by_the_clock final : public id_source {
  public:
    by_the_clock(std::shared_ptr<time_generator> first, std::shared_ptr<time_generator> second, unix_ms at,
                 const wall_clock& clock)
        : first_{std::move(first)}, second_{std::move(second)}, at_{at}, clock_{clock} {}

    grant try_generate(std::span<id> out) noexcept override { return asked().try_generate(out); }
    range_grant try_range(std::uint64_t count) noexcept override { return asked().try_range(count); }
    error explain_refusal(errc why) const override { return first_->explain_refusal(why); }

  private:
    time_generator& asked() const noexcept { return clock_.now() < at_ ? *first_ : *second_; }

    const std::shared_ptr<time_generator> first_, second_;
    const unix_ms at_;
    const wall_clock& clock_;
};

} // namespace

turn_node::turn_node(const turn_setting& setting, turn_record& record, bool knows)
    : setting_{setting}, record_{record}, knows_{knows}, clock_{setting.in} {
    if (setting.in.random.one_in(3)) set_clock();
}

machine_lease turn_node::take_one() {
    auto& random = setting_.in.random;
    for (int tries = 0; tries < 4; ++tries)
        if (auto lease = setting_.marks.take({static_cast<std::uint32_t>(random.below(setting_.machines))}))
            return *std::move(lease);
    ++record_.takeovers;
    return setting_.marks.take_over({static_cast<std::uint32_t>(random.below(setting_.machines))});
}

std::shared_ptr<id_source> turn_node::make_source(const std::shared_ptr<reservation>& held) {
    auto& random = setting_.in.random;
    constexpr std::array kinds{populator_kind::cas, populator_kind::mutex, populator_kind::synchronized};
    time_generator_spec like{.populator = random.pick(kinds), .wait_at_start = random.one_in(2)};
    const layouts_in_turn& both = setting_.layouts;
    const auto make = [&](const versioned_layout& of, const layout_span& within) {
        like.family = of.family;
        like.type = of.type;
        like.version = of.version;
        like.within = within;
        return std::shared_ptr<time_generator>{time_generator::make(like, {held}, clock_, {}).value()};
    };
    if (!knows_) return make(both.first, {});
    if (setting_.with == turn_flaw::uncut)
        return std::make_shared<by_the_clock>(make(both.first, {}), make(both.second, {}), both.at, clock_);
    return make_succession(both, like, {held}, clock_);
}

void turn_node::start() {
    auto& random = setting_.in.random;
    running_ = std::make_shared<process>();
    const reservation_policy policy{.ahead = milliseconds{random.between(10, 3000)},
                                    .follow_own_time = random.one_in(2),
                                    .max_lead = milliseconds{random.between(10, 4'000'000)}};
    running_->held =
        std::make_shared<reservation>(over_a_bad_network(take_one(), setting_.in, setting_.store), policy, clock_);
    running_->source = make_source(running_->held);
    happens(*running_, 0ns, &turn_node::renew);
    happens(*running_, 0ns, &turn_node::generate);
    happens(*running_, milliseconds{random.below(800)}, &turn_node::disturb);
}

void turn_node::happens(process& to, world::duration delay, event what) {
    setting_.in.after(delay, [this, what, owner = to.weak_from_this()] {
        if (const auto alive = owner.lock(); alive && !alive->dead) (this->*what)(*alive);
    });
}

void turn_node::generate(process& by) {
    auto& random = setting_.in.random;
    std::array<id, 12> ids{};
    if (random.one_in(4)) {
        const auto some = by.source->try_range(1 + random.below(20)).range;
        for (std::uint64_t i = 0; i < some.count; ++i)
            note(by, id::from_bits(some.first.bits() + i * some.stride));
    } else {
        const auto wanted = std::span{ids}.first(1 + random.below(ids.size()));
        for (const id each : wanted.first(by.source->try_generate(wanted).made))
            note(by, each);
    }
    happens(by, random.one_in(3) ? 0ns : std::chrono::microseconds{random.below(20'000)}, &turn_node::generate);
}

void turn_node::note(process& by, id made) {
    record_.made.push_back(made);
    const auto told = setting_.with == turn_flaw::compared_short ? setting_.layouts.first.family->explain(made)
                                                                 : setting_.layouts.explain(made);
    if (!told) {
        ++record_.out_of_turn; // of the second, from before the instant
        return;
    }
    const bool of_second = told->scheme == setting_.layouts.second.family->name();
    ++(of_second ? record_.second : record_.first);
    if (!of_second && told->at >= setting_.layouts.at) ++record_.beyond;
    if (!knows_) return;
    if (of_second != (told->at >= setting_.layouts.at)) ++record_.out_of_turn;
    if (!of_second && by.has_second) ++record_.went_back;
    if (of_second && !by.has_second && by.has_first) ++record_.passed;
    (of_second ? by.has_second : by.has_first) = true;
}

void turn_node::renew(process& by) {
    if (&by != running_.get()) return;
    by.renewing = true;
    const bool renewed = by.held->renew().has_value();
    by.renewing = false;
    if (&by != running_.get()) return; // it ended while the store was slow
    happens(by, std::clamp<milliseconds>(by.held->due_in(), renewed ? 1ms : 10ms, 500ms), &turn_node::renew);
}

void turn_node::disturb(process& by) {
    if (&by != running_.get()) return;
    auto& random = setting_.in.random;
    const bool near = std::chrono::abs(clock_.now() - setting_.layouts.at) < 500ms;
    record_.near += near ? 1 : 0;
    happens(by, milliseconds{random.below(near ? 100 : 800)}, &turn_node::disturb);
    switch (random.below(6)) {
    case 0:
    case 1:
        return end(by, false);
    case 2:
        return end(by, true);
    default:
        return set_clock();
    }
}

void turn_node::set_clock() {
    auto& random = setting_.in.random;
    switch (random.below(6)) {
    case 0:
        ++record_.hours;
        return clock_.jump(milliseconds{random.between(-3'600'000, 3'600'000)});
    case 1:
        return clock_.run_at(random.between(0, 3000));
    case 2:
    case 3:
        return clock_.put_right();
    default:
        return clock_.jump(milliseconds{random.between(-2000, 2000)});
    }
}

void turn_node::end(process& by, bool in_good_order) {
    if (&by != running_.get()) return;
    if (by.renewing) in_good_order = false; // a release would wait for the store
    const auto ended = std::exchange(running_, nullptr);
    ended->dead = true;
    ++(in_good_order ? record_.releases : record_.crashes);
    if (in_good_order) static_cast<void>(ended->held->release());
    setting_.in.after(milliseconds{setting_.in.random.below(100)}, [this] { start(); });
}

} // namespace vesta::testing
