#include "sharded_world.hpp"

#include "support/credulous_ledger.hpp"

#include <vesta/sql/sharded_tables.hpp>

namespace vesta::testing {
namespace {

constexpr shard_key only{app_number{1}, shard_number{2}};

} // namespace

/// What a call moved the row by without saying so is lost, and that is allowed.
class sharded_world::watched_store final : public sharded_store {
  public:
    watched_store(std::shared_ptr<sharded_store> inner, sharded_world& in) : inner_{std::move(inner)}, in_{in} {}

    result<std::vector<shard_row>> list() override { return inner_->list(); }
    result<shard_range> reserve(const shard_request& request) override {
        const std::int64_t before = in_.end_of_row();
        auto made = inner_->reserve(request);
        if (!made) in_.lost_.cover(before + 1, in_.end_of_row() + 1);
        return made;
    }
    result<bool> give_back(const shard_range& of, std::int64_t from) override { return inner_->give_back(of, from); }
    result<unsigned> init(app_number app, std::string_view name) override { return inner_->init(app, name); }
    result<void> settle_permutation(app_number app, std::string_view fingerprint) override {
        return inner_->settle_permutation(app, fingerprint);
    }

  private:
    const std::shared_ptr<sharded_store> inner_;
    sharded_world& in_;
};

/// A range of which nobody knows whether it was entered may be lost, and so may a part of which nobody knows whether it
/// was claimed.
class sharded_world::watched_ledger final : public range_ledger {
  public:
    watched_ledger(std::shared_ptr<range_ledger> inner, sharded_world& in) : inner_{std::move(inner)}, in_{in} {}

    result<void> enter(const shard_range& range) override {
        auto done = inner_->enter(range);
        if (!done) in_.lost_.cover(range.low + 1, range.high + 1);
        return done;
    }
    result<bool> claim(const range_part& part) override {
        auto claimed = inner_->claim(part);
        if (!claimed) in_.lost_.cover(part.begin() + 1, part.end() + 1);
        return claimed;
    }
    result<std::vector<range_part>> unclaimed(const shard_key& key) override { return inner_->unclaimed(key); }

  private:
    const std::shared_ptr<range_ledger> inner_;
    sharded_world& in_;
};

sharded_world::sharded_world(std::uint64_t seed, const sharded_run& how) : random_{seed}, how_{how} {
    const auto tables = sql::open_sharded_tables(sim_database::options(), database_.connector());
    static_cast<void>(tables.store->init(only.app, "orders").value());
    const auto step = random_.pick(std::vector<std::int64_t>{1, 7, 32, 100});
    database_.ask("UPDATE id_alloc SET step = " + std::to_string(step));
    database_.keep();
    queue_->set_fault([this] {
        return random_.one_in(50) ? std::optional{error{errc::store_unavailable, "switched off"}} : std::nullopt;
    });
    for (int i = 0; i < 3; ++i)
        nodes_.push_back(new_node());
}

sharded_world::~sharded_world() = default;

std::shared_ptr<shard_supply> sharded_world::new_node() {
    const auto tables = sql::open_sharded_tables(sim_database::options(), database_.connector());
    std::shared_ptr<range_ledger> ledger = std::make_shared<watched_ledger>(tables.ledger, *this);
    if (!how_.fenced) ledger = std::make_shared<credulous_ledger>(std::move(ledger));
    return queued_supply(std::make_shared<watched_store>(tables.store, *this), std::move(ledger), queue_, {},
                         top_up::before);
}

std::int64_t sharded_world::end_of_row() {
    return std::stoll(database_.ask("SELECT max_id FROM id_alloc WHERE app_id = 1 AND shard_id = 2").front());
}

bool sharded_world::run(int steps) {
    for (int i = 0; i < steps; ++i) {
        trouble();
        database_.set_habits(how_.habits);
        auto& node = nodes_[random_.below(nodes_.size())];
        if (random_.one_in(40)) node = new_node(); // it was killed
        if (!serve(*node)) return false;
    }
    return true;
}

/// What a late reservation moves the row by is lost.
bool sharded_world::deliver_one() {
    const std::int64_t before = end_of_row();
    const bool was_late = database_.deliver_one();
    lost_.cover(before + 1, end_of_row() + 1);
    return was_late;
}

void sharded_world::trouble() {
    if (random_.one_in(3)) deliver_one();
    if (random_.one_in(50)) database_.freeze(true);
    if (random_.one_in(3)) database_.freeze(false);
    if (random_.one_in(4)) database_.keep();
    if (random_.one_in(10)) dumps_.push_back(queue_->dump());
    const bool goes_back = random_.one_in(15) && !dumps_.empty();
    // A lock that its owner could not release has run out by the next step.
    queue_->restore(goes_back ? random_.pick(dumps_) : queue_->dump());
    if (random_.one_in(30)) queue_->restore({});
}

bool sharded_world::serve(shard_supply& node) {
    const auto got = node.reserve({.width = random_.below(30), .row = row_of(only)});
    return !got || served_.add(got->first, got->end);
}

bool sharded_world::drain() {
    database_.set_habits({});
    database_.freeze(false);
    queue_->set_fault({});
    while (deliver_one())
        ;
    const auto ledger = sql::open_sharded_tables(sim_database::options(), database_.connector()).ledger;
    for (auto parts = ledger->unclaimed(only).value(); !parts.empty(); parts = ledger->unclaimed(only).value())
        for (const range_part& each : parts)
            if (!ledger->claim(each).value() || !served_.add(each.begin() + 1, each.end() + 1)) return false;
    return true;
}

std::int64_t sharded_world::lost_for_good() {
    const std::int64_t end = end_of_row() + 1;
    const std::int64_t gap = number_set::first_gap(1, end, {&served_, &lost_});
    return gap == end ? 0 : gap;
}

} // namespace vesta::testing
