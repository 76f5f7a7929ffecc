#include "test_catalogue.hpp"

#include <vesta/sharded/gate_pass.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <functional>
#include <utility>

namespace vesta::testing {
namespace {

layout wide_layout() {
    layout_spec spec;
    spec.name = "wide";
    spec.width = {.machine = 7, .time = 38, .seq = 18};
    spec.epoch = unix_ms{std::chrono::milliseconds{1'735'689'600'000}}; // 2025-01-01
    return layout::make(spec, std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now())).value();
}

} // namespace

grant number_source::try_generate(std::span<id> out) noexcept {
    const std::lock_guard lock{guard_};
    for (id& each : out)
        each = id::from_bits(mark_ | next_++);
    return {.made = out.size()};
}

range_grant number_source::try_range(std::uint64_t count) noexcept {
    const std::lock_guard lock{guard_};
    const std::uint64_t left = step_ - (next_ - 1) % step_;
    const std::uint64_t given = std::min(count, left);
    const range_grant all{.range = {.first = id::from_bits(mark_ | next_), .count = given}};
    next_ += given;
    return all;
}

range_grant number_source::try_block(std::uint64_t count) noexcept {
    const std::lock_guard lock{guard_};
    const range_grant all{.range = {.first = id::from_bits(mark_ | next_), .count = count}};
    next_ += count;
    return all;
}

/// A generator that is nothing but its streams.
class test_catalogue::streams final : public named_generator {
  public:
    streams(const std::string& kind, std::function<result<id_source*>(const stream_query&)> find,
            sharded_generator* of = nullptr)
        : named_generator{kind, kind}, find_{std::move(find)}, of_{of} {}

    result<id_source*> stream(const stream_query& query) override { return find_(query); }
    generator_status status() const override { return {.name = name(), .kind = kind(), .ready = true}; }
    result<void> explains() const override {
        if (of_ != nullptr) return {};
        return named_generator::explains();
    }
    result<disclosure> explain(id value) const override {
        return of_->disclose(value).transform([](const sharded_disclosure& made) { return disclosure{made}; });
    }

  private:
    const std::function<result<id_source*>(const stream_query&)> find_;
    sharded_generator* const of_;
};

test_catalogue::test_catalogue(const test_catalogue_options& with)
    : test_ground{
          .with_ = with, .clock_ = {*with.clock, std::chrono::milliseconds{0}}, .wide_ = {"custom", {wide_layout()}}} {
    const scheme& vesta = *find_scheme("vesta");
    add_time("default", "vesta", vesta, "min-granularity");
    add_time("peak", "vesta", vesta, "max-peak");
    add_time("leaf", "snowflake", *find_scheme("snowflake"), "");
    add_time("wide", "custom", wide_, "");
    tags_.try_emplace("order");
    tags_.try_emplace("user");
    add(std::make_shared<streams>("segment", [this](const stream_query& query) { return segment(query); }));
    const sharded_options options{.permutations = with.permutations};
    explaining_ =
        std::make_unique<sharded_generator>(direct_supply(std::make_shared<memory_shards>(), use_of(options)), options);
    add(std::make_shared<streams>(
        "sharded", [this](const stream_query& query) { return shard(query); }, explaining_.get()));
    add(std::make_shared<streams>("scripted", [this](const stream_query&) { return &script_; }));
    for (const auto& each : with.more)
        add(each);
}

void test_catalogue::add_time(const std::string& name, const std::string& kind, const scheme& family,
                              std::string_view type) {
    const bool real_clock = with_.clock == &system_wall_clock();
    reservation_policy policy;
    if (!real_clock) policy.ahead = std::chrono::hours{24};
    auto made = std::make_unique<timed>();
    made->held = std::make_shared<reservation>(made->marks.take_over(with_.machine), policy, *with_.clock);
    made->held->renew(true).value();
    std::function<void()> hurry;
    if (real_clock) {
        made->keeps = std::make_unique<keeper>(std::vector{made->held});
        hurry = [kept = made->keeps.get()] { kept->hurry(); };
    }
    const time_generator_spec spec{.family = &family, .type = family.type(type).value(), .method = with_.method};
    auto makes = time_generator::make(spec, {made->held}, *with_.clock, std::move(hurry)).value();
    add(std::make_shared<named_time_generator>(name, kind, std::move(makes), std::vector{made->held}, clock_));
    timed_.push_back(std::move(made));
}

result<id_source*> test_catalogue::segment(const stream_query& query) {
    if (!query.tag) return error{errc::invalid_argument, "generator segment needs a tag"};
    const auto found = tags_.find(*query.tag);
    if (found == tags_.end())
        return error{errc::not_found, "there is no tag '" + std::string{*query.tag} +
                                          "'; add a row for it to the table, or set auto-create"};
    return &found->second;
}

result<id_source*> test_catalogue::shard(const stream_query& query) {
    if (!query.app || !query.gate_pass)
        return error{errc::invalid_argument, "generator sharded needs an app and a gate pass"};
    const auto chosen = shard_of(*query.gate_pass);
    if (!chosen) return chosen.error();
    const std::uint64_t shard = chosen->value;
    if (*query.app < 1 || *query.app > 2)
        return error{errc::not_found, "id_alloc has no row for app " + std::to_string(*query.app) + ", shard " +
                                          std::to_string(shard) + "; `vesta sharded init --app " +
                                          std::to_string(*query.app) + "` makes it"};
    const std::lock_guard lock{guard_};
    const std::uint64_t mark = static_cast<std::uint64_t>(*query.app) << 56 | shard << 48;
    return &shards_.try_emplace({*query.app, shard}, mark).first->second;
}

} // namespace vesta::testing
