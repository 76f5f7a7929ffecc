#include "segment_world.hpp"

#include "support/remembered_tags.hpp"

#include <vesta/segment/refill_policy.hpp>

#include <array>

namespace vesta::testing {

/// The store in SQL; what a call moved the row by without saying so is lost, and that is allowed.
class segment_world::watched_store final : public segment_store {
  public:
    watched_store(std::shared_ptr<segment_store> inner, segment_world& in) : inner_{std::move(inner)}, in_{in} {}

    result<std::vector<tag_row>> list() override { return inner_->list(); }

    result<segment> reserve(const segment_request& request) override {
        const std::int64_t before = in_.end_of_row();
        auto made = inner_->reserve(request);
        const std::int64_t after = in_.end_of_row();
        if (!made) in_.lost_.cover(before, after);
        return made;
    }

    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override {
        const std::int64_t before = in_.end_of_row();
        auto done = inner_->give_back(tag, of, from);
        refused_ = refused_ || !done || before != of.end; // by others who reserved since, or by nobody knows whom
        return done;
    }

    result<bool> create(std::string_view tag, std::int64_t step) override { return inner_->create(tag, step); }

    /// Whether something was not taken back since the last question, with good reason.
    bool refused() noexcept { return std::exchange(refused_, false); }

  private:
    const std::shared_ptr<segment_store> inner_;
    segment_world& in_;
    bool refused_ = false;
};

/// A process: its refiller has no threads, and what it would do is done by `perform`.
struct segment_world::process {
    process(segment_store& store, std::shared_ptr<tag_memory> memory)
        : policy{step_refill()}, options{.order = number_order::strict}, refills{0}, known{std::move(memory), 1},
          shared{store, options, *policy, refills, known}, source{"orders", shared} {}
    ~process() { refills.stop(); }

    const std::unique_ptr<const refill_policy> policy;
    const segment_options options;
    detail::refiller refills;
    detail::known_ends known;
    const detail::tag_context shared;
    detail::tag_source source;
};

struct segment_world::node {
    explicit node(segment_world& in)
        : store{sql::open_segments({.database = sim_database::options()}, in.database_.connector()), in} {
        restart();
    }

    void restart() {
        running.reset();
        running = std::make_unique<process>(store, memory);
    }

    std::int64_t remembered() const {
        const auto all = memory->load();
        return all.empty() ? 0 : all.begin()->second;
    }

    watched_store store;
    const std::shared_ptr<remembered_tags> memory = std::make_shared<remembered_tags>(); // over its restarts
    std::unique_ptr<process> running;
};

segment_world::segment_world(std::uint64_t seed, const segment_run& how) : random_{seed}, how_{how} {
    database_.ask(sql::segment_table_ddl(sql::dialect::sqlite));
    database_.ask("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, " +
                  std::to_string(random_.between(1, 20)) + ")");
    database_.keep();
    for (int i = 0; i < how.nodes; ++i)
        nodes_.push_back(std::make_unique<node>(*this));
}

segment_world::~segment_world() = default;

std::int64_t segment_world::end_of_row() {
    const auto rows = database_.ask("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'orders'");
    return rows.empty() ? 0 : std::stoll(rows.front());
}

bool segment_world::run(int steps) {
    for (int i = 0; i < steps; ++i) {
        trouble();
        database_.set_habits(how_.habits);
        node& at = *random_.pick(nodes_);
        if (!step(at)) return false;
        if (random_.one_in(5)) at.running->known.save_for_good();
        if (!how_.forgets && at.remembered() > end_of_row())
            return false; // its next start would be refused for nothing
    }
    return true;
}

void segment_world::trouble() {
    if (random_.one_in(3)) {
        const std::int64_t before = end_of_row();
        database_.deliver_one();
        lost_.cover(before, end_of_row());
    }
    if (how_.kills && random_.one_in(40)) database_.freeze(true);
    if (random_.one_in(4)) database_.freeze(false);
    if (random_.one_in(4)) database_.keep();
    if (how_.forgets && random_.one_in(40)) forget_the_row();
}

void segment_world::forget_the_row() {
    database_.forget_late();
    if (random_.one_in(2)) return static_cast<void>(database_.fail_over(random_.between(1, 4)));
    // The table is emptied, a reading of it finds no row, it is loaded from a dump, and a reading finds that.
    for (const auto& each : nodes_)
        each->running->source.all_found(std::chrono::steady_clock::now());
    database_.fail_over(random_.between(0, 7));
    for (const auto& each : nodes_)
        each->running->source.found({.tag = "orders", .max_id = end_of_row(), .step = 1},
                                    std::chrono::steady_clock::now());
}

bool segment_world::step(node& at) {
    if (how_.kills && random_.one_in(40)) {
        kill(at);
    } else if (how_.stops && random_.one_in(15)) {
        stop(at);
    } else if (random_.one_in(3)) {
        static_cast<void>(at.running->source.refilling().perform()); // what its thread would do
    } else {
        return serve(at);
    }
    return true;
}

bool segment_world::serve(node& at) {
    std::array<id, 6> some{};
    const grant got = at.running->source.try_generate(std::span{some}.first(1 + random_.below(some.size())));
    for (std::size_t i = 0; i < got.made; ++i) {
        const auto number = static_cast<std::int64_t>(some[i].bits());
        if (!served_.add(number, number + 1)) return false;
    }
    return true;
}

void segment_world::give_up(const tag_status& was) {
    for (const auto& held : {was.current, was.next})
        if (held) lost_.cover(held->first, held->end);
}

void segment_world::kill(node& at) {
    give_up(at.running->source.status());
    at.restart();
}

void segment_world::stop(node& at) {
    auto& source = at.running->source;
    const auto was = source.status();
    if (source.close()) static_cast<void>(source.refilling().perform());
    if (at.store.refused()) give_up(was);
    source.drop_leftovers();
    at.running->known.save_for_good();
    at.restart();
}

std::int64_t segment_world::lost_for_good() {
    number_set held;
    for (const auto& each : nodes_) {
        const auto is = each->running->source.status();
        for (const auto& part : {is.current, is.next})
            if (part) held.add(part->first, part->end);
    }
    const std::int64_t end = end_of_row();
    const std::int64_t gap = number_set::first_gap(1, end, {&served_, &lost_, &held});
    return gap == end ? 0 : gap;
}

} // namespace vesta::testing
