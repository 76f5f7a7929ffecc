#include "sim_node.hpp"

#include <algorithm>
#include <array>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

std::uint64_t position_of(const layout& of, const fields& parts) {
    return parts.time << of.width(field::seq) | parts.seq;
}

} // namespace

sim_node::sim_node(const sim_setting& setting, sim_record& record)
    : setting_{setting}, record_{record}, clock_{setting.in} {
    auto& random = setting.in.random;
    clock_.jump(milliseconds{random.between(-200, 200)});
    if (random.one_in(2)) replacement_ = [this] { return replace_one(); };
    policy_ = {.ahead = milliseconds{random.between(10, 3000)},
               .follow_own_time = random.one_in(2),
               .max_lead = milliseconds{random.between(10, 4'000'000)}};
}

machine_lease sim_node::take_one() {
    auto& random = setting_.in.random;
    for (int tries = 0; tries < 6; ++tries) {
        if (auto lease = setting_.marks.take({static_cast<std::uint32_t>(random.below(setting_.machines))}))
            return *std::move(lease);
    }
    // As when a lease has run out by the store's clock, whether its owner lives or not.
    ++record_.takeovers;
    return setting_.marks.take_over({static_cast<std::uint32_t>(random.below(setting_.machines))});
}

result<machine_lease> sim_node::replace_one() {
    auto lease = take_one();
    // Nobody lends a process what it has already.
    const bool its_own = running_ && std::ranges::any_of(running_->held, [&lease](const auto& each) {
                             return each->machine() == lease.id;
                         });
    if (its_own || setting_.in.random.one_in(3)) return error{errc::exhausted, "all are taken"};
    ++record_.replacements;
    return over_a_bad_network(std::move(lease), setting_.in, setting_.store);
}

time_generator_spec sim_node::spec_for(const layout& type) {
    auto& random = setting_.in.random;
    constexpr std::array kinds{populator_kind::cas, populator_kind::mutex, populator_kind::synchronized};
    time_generator_spec spec;
    spec.family = &setting_.family;
    spec.type = &type;
    spec.populator = random.pick(kinds);
    spec.rollback_wait = milliseconds{random.between(0, 20)};
    spec.wait_at_start = random.one_in(2);
    return spec;
}

void sim_node::start() {
    running_ = std::make_shared<process>();
    process& made = *running_;
    std::vector<machine_id> own;
    for (std::size_t i = 0; i < setting_.pool; ++i) {
        auto lease = take_one();
        if (std::ranges::find(own, lease.id) != own.end()) continue; // taken over from itself
        own.push_back(lease.id);
        made.held.push_back(std::make_shared<reservation>(
            over_a_bad_network(std::move(lease), setting_.in, setting_.store), policy_, clock_, replacement_));
    }
    for (const layout& type : setting_.family.types())
        made.generators.push_back(time_generator::make(spec_for(type), made.held, clock_, {}).value());
    happens(made, 0ns, &sim_node::renew);
    happens(made, 0ns, &sim_node::generate);
    happens(made, milliseconds{setting_.in.random.below(500)}, &sim_node::disturb);
}

void sim_node::happens(process& to, world::duration delay, event what) {
    setting_.in.after(delay, [this, what, owner = to.weak_from_this()] {
        const auto process_of = owner.lock();
        if (!process_of || process_of->dead) return; // it may have died while it waited for the store
        if (setting_.in.now() < paused_until_) return happens(*process_of, paused_until_ - setting_.in.now(), what);
        (this->*what)(*process_of);
    });
}

void sim_node::generate(process& by) {
    auto& random = setting_.in.random;
    const std::size_t which = random.below(by.generators.size());
    std::array<id, 12> ids{};
    const auto wanted = std::span{ids}.first(1 + random.below(ids.size()));
    const grant got = by.generators[which]->try_generate(wanted);
    if (got.made == 0) return refused(by, got.why);
    record_.waits += got.wait > 0ns ? 1 : 0;
    note(by, which, wanted.first(got.made));
    const auto pause = random.one_in(3) ? 0ns : std::chrono::microseconds{random.below(20'000)};
    happens(by, pause, &sim_node::generate);
}

void sim_node::note(process& by, std::size_t generator, std::span<const id> made) {
    const layout& of = *by.generators[generator]->spec().type;
    const timeline line{of};
    for (const id each : made) {
        const fields parts = of.decode(each);
        const machine_id machine{static_cast<std::uint32_t>(parts.machine)};
        if (position_of(of, parts) >= line.covered_by(setting_.marks.stored(machine))) ++record_.uncovered;
        const auto [entry, fresh] = by.last.try_emplace({generator, machine}, each);
        if (!fresh && each <= entry->second) ++record_.went_back;
        entry->second = each;
        record_.made.push_back(each);
    }
}

void sim_node::refused(process& by, errc why) {
    if (why == errc::closed) return; // it is on its way out
    why == errc::clock_behind ? ++record_.clock_refusals : ++record_.reservation_refusals;
    // A process that can make no IDs is restarted sooner or later, and may then get other machine IDs.
    if (setting_.in.random.one_in(20)) return end(by, setting_.in.random.one_in(2));
    happens(by, milliseconds{1 + setting_.in.random.below(20)}, &sim_node::generate);
}

void sim_node::renew(process& by) {
    if (&by != running_.get()) return; // a process stops renewing before it releases
    auto next = 1000ms;
    by.renewing = true;
    for (const auto& each : by.held) {
        const auto renewed = each->renew();
        if (!renewed && renewed.error().code == errc::lease_lost) ++record_.leases_lost;
        next = std::min(next, std::max(each->due_in(), renewed ? 1ms : 10ms));
    }
    by.renewing = false;
    if (&by == running_.get()) happens(by, next, &sim_node::renew); // it may have ended while the store was slow
}

void sim_node::disturb(process& by) {
    if (&by != running_.get()) return;
    auto& random = setting_.in.random;
    happens(by, milliseconds{random.below(600)}, &sim_node::disturb);
    switch (random.below(8)) {
    case 0:
        return stop(by);
    case 1:
    case 2:
        return end(by, false);
    case 3:
        ++record_.pauses;
        paused_until_ = setting_.in.now() + milliseconds{random.below(4000)};
        return;
    default:
        return set_clock();
    }
}

void sim_node::set_clock() {
    auto& random = setting_.in.random;
    if (random.one_in(setting_.hour_jump_in)) return clock_.jump(milliseconds{random.between(-3'600'000, 3'600'000)});
    switch (random.below(5)) {
    case 0:
        return clock_.run_at(0);
    case 1:
        return clock_.run_at(random.between(500, 3000));
    case 2:
        return clock_.put_right();
    default:
        return clock_.jump(milliseconds{random.between(-2000, 2000)});
    }
}

void sim_node::stop(process& by) {
    end(by, true);
}

void sim_node::end(process& by, bool in_good_order) {
    if (&by != running_.get()) return;
    if (in_good_order && by.renewing) return happens(by, 5ms, &sim_node::stop); // a release waits for the store
    const auto ended = std::exchange(running_, nullptr);
    if (in_good_order) {
        ++record_.releases;
        for (const auto& each : ended->held)
            static_cast<void>(each->release());
    } else {
        ++record_.crashes;
        ended->dead = true;
    }
    if (setting_.in.random.one_in(3)) return start(); // within the same tick
    setting_.in.after(milliseconds{setting_.in.random.below(300)}, [this] { start(); });
}

} // namespace vesta::testing
