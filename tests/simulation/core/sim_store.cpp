#include "sim_store.hpp"

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr int deepest = 8; // calls blocked within calls blocked; beyond it a store is quick

class remote_mark final : public high_water_mark {
  public:
    remote_mark(std::shared_ptr<high_water_mark> stored, world& in, const store_habits& habits)
        : stored_{std::move(stored)}, in_{in}, habits_{habits}, value_{stored_->value()} {
        if (habits_.with == flaw::reads_late) value_ -= std::chrono::milliseconds{in_.random.below(500)};
    }

    unix_ms value() const noexcept override { return value_; }

    result<void> advance(unix_ms to) override {
        auto moved =
            habits_.with == flaw::acknowledges_early ? write_later(to) : call([&] { return stored_->advance(to); });
        if (moved) value_ = to;
        return moved;
    }

    result<void> release(unix_ms used) override {
        return call([&] { return stored_->release(used); });
    }

  private:
    result<void> write_later(unix_ms to) {
        const std::weak_ptr<high_water_mark> alive = stored_; // a crash before then loses the write
        in_.after(std::chrono::milliseconds{in_.random.below(50)}, [alive, to] {
            if (const auto store = alive.lock()) static_cast<void>(store->advance(to));
        });
        return {};
    }

    /// The request takes its time, is served or lost, and so is the answer.
    template <class Request>
    result<void> call(const Request& request) {
        travel();
        const bool fails = in_.random.one_in(habits_.fails_one_in);
        if (fails && in_.random.one_in(2)) return error{errc::store_unavailable, "the request was lost"};
        auto served = request();
        travel();
        if (fails && served) return error{errc::store_unavailable, "the answer was lost"};
        return served;
    }

    void travel() {
        if (in_.depth() > deepest || !in_.random.one_in(habits_.slow_one_in)) return;
        in_.pass(in_.random.one_in(10) ? std::chrono::milliseconds{in_.random.below(3000)}
                                       : std::chrono::milliseconds{in_.random.below(30)});
    }

    const std::shared_ptr<high_water_mark> stored_;
    world& in_;
    const store_habits& habits_;
    unix_ms value_;
};

} // namespace

machine_lease over_a_bad_network(machine_lease lease, world& in, const store_habits& habits) {
    return {lease.id, std::make_unique<remote_mark>(std::move(lease.mark), in, habits)};
}

} // namespace vesta::testing
