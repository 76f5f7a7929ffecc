#include "fleet_world.hpp"

#include "crowd.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds per_statement = 100us;
constexpr std::chrono::nanoseconds per_look = 100ms; // of the keeper, at what is due

} // namespace

/// The way of one node to the store, which charges it for each call. Each call waits for its turn first.
class fleet_world::toll final : public lease_table {
  public:
    toll(fleet_world& world, std::size_t of) : world_{world}, of_{of} {}

    std::string where() const override { return world_.table_->where(); }
    result<store_moment> store_now() override {
        pay();
        return world_.table_->store_now();
    }
    result<std::vector<lease_row>> rows() override {
        crowd::step_aside();
        auto all = world_.table_->rows();
        world_.pay(of_, all ? all->size() : 0);
        return all;
    }
    result<lease_row> row(machine_id id, std::uint32_t share) override {
        pay();
        return world_.table_->row(id, share);
    }
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override {
        pay();
        return world_.table_->put(next, lease);
    }
    result<void> repair(const lease_row& next) override {
        pay();
        return world_.table_->repair(next);
    }

  private:
    void pay() {
        crowd::step_aside();
        world_.pay(of_, 0);
    }

    fleet_world& world_;
    const std::size_t of_;
};

/// While all are there yet, for whom time goes on with each call.
fleet_world::~fleet_world() {
    for (const auto& each : nodes_)
        if (each->way.lives()) each->way.crash();
}

bill& bill::operator+=(const bill& more) {
    statements += more.statements;
    rows += more.rows;
    most = std::max(most, more.most);
    return *this;
}

void fleet_world::pay(std::size_t of, std::uint64_t rows) {
    bill& owed = nodes_[of]->owed;
    owed += {1, rows, owed.statements + 1};
    time_goes_on(per_statement);
}

template <class Act>
bill fleet_world::charge(const std::vector<std::size_t>& whom, const Act& act) {
    for (const std::size_t each : whom)
        nodes_[each]->owed = {};
    act();
    bill due;
    for (const std::size_t each : whom)
        due += nodes_[each]->owed;
    return due;
}

std::vector<std::size_t> fleet_world::add(std::size_t count) {
    std::vector<std::size_t> added;
    for (; count > 0; --count) {
        const std::size_t number = nodes_.size();
        const auto now = std::chrono::floor<std::chrono::milliseconds>(store_clock_.now());
        nodes_.push_back(std::make_unique<node>(std::make_shared<toll>(*this, number), "node-" + std::to_string(number),
                                                now + std::chrono::milliseconds{random_.between(-450, 450)},
                                                machine_ids_));
        added.push_back(number);
    }
    return added;
}

bill fleet_world::start(const std::vector<std::size_t>& which, int tries) {
    return charge(which, [&] {
        auto left = which;
        for (int i = 0; i < tries && !left.empty(); ++i) {
            if (i > 0) time_goes_on(1s);
            std::vector<std::function<void()>> acts;
            for (const std::size_t each : left)
                acts.emplace_back([this, each] { nodes_[each]->way.start(); });
            crowd::run(acts, [this] { renew(); });
            std::erase_if(left, [this](std::size_t each) { return lives(each); });
            compare_machine_ids();
        }
    });
}

bill fleet_world::stop(const std::vector<std::size_t>& which) {
    return charge(which, [&] {
        for (const std::size_t each : which) {
            if (lives(each)) nodes_[each]->way.release();
            nodes_[each]->serves = false;
        }
    });
}

void fleet_world::kill(const std::vector<std::size_t>& which) {
    for (const std::size_t each : which) {
        if (lives(each)) nodes_[each]->way.crash();
        nodes_[each]->serves = false;
    }
}

bill fleet_world::live(std::chrono::seconds duration) {
    std::vector<std::size_t> all(nodes_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return charge(all, [&] {
        for (const auto end = store_clock_.now() + duration; store_clock_.now() < end;) {
            time_goes_on(per_look);
            renew();
            generate();
        }
        compare_machine_ids();
    });
}

std::size_t fleet_world::serving() const {
    return static_cast<std::size_t>(std::ranges::count_if(nodes_, [](const auto& each) { return each->serves; }));
}

void fleet_world::time_goes_on(std::chrono::nanoseconds passed) {
    store_clock_.rest(passed);
    for (const auto& each : nodes_)
        each->way.clock().rest(passed);
}

void fleet_world::renew() {
    if (store_clock_.now() < next_renewal_) return;
    next_renewal_ = store_clock_.now() + per_look;
    for (const auto& each : nodes_)
        if (each->way.lives()) each->way.renew();
}

void fleet_world::generate() {
    if (store_clock_.now() < next_ids_) return;
    next_ids_ = store_clock_.now() + 1s;
    for (const auto& each : nodes_) {
        if (!each->way.lives()) continue;
        const std::size_t before = all_.size();
        if (!each->way.generate(all_)) wrong_ = "an ID was made twice";
        each->serves = each->serves || all_.size() > before;
    }
}

void fleet_world::compare_machine_ids() {
    std::set<std::uint32_t> seen;
    for (const auto& each : nodes_)
        if (each->way.lives() && !seen.insert(each->way.machine().value).second)
            wrong_ = "two nodes have machine ID " + std::to_string(each->way.machine().value);
}

} // namespace vesta::testing
