#include "test_catalogue.hpp"

#include <vesta/testing/memory_shards.hpp>

#include <algorithm>

namespace vesta::testing {
namespace {

layout wide_layout() {
    layout_spec spec;
    spec.name = "wide";
    spec.width = {.machine = 7, .time = 38, .seq = 18};
    spec.epoch = unix_ms{std::chrono::milliseconds{1'735'689'600'000}}; // 2025-01-01
    return layout::make(spec, std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now())).value();
}

error no_generator(std::string_view name) {
    return {errc::not_found, "there is no generator '" + std::string{name} +
                                 "'; there are default, peak, leaf, wide, segment, sharded, scripted"};
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

struct test_catalogue::timed {
    std::string name;
    std::string kind;
    memory_marks marks;
    std::shared_ptr<reservation> held;
    std::unique_ptr<keeper> keeps;
    std::unique_ptr<time_generator> makes;
};

test_catalogue::test_catalogue(const test_catalogue_options& with) : with_{with}, wide_{"custom", {wide_layout()}} {
    const scheme& vesta = *find_scheme("vesta");
    add("default", "vesta", vesta, "min-granularity");
    add("peak", "vesta", vesta, "max-peak");
    add("leaf", "snowflake", *find_scheme("snowflake"), "");
    add("wide", "custom", wide_, "");
    tags_.try_emplace("order");
    tags_.try_emplace("user");
}

test_catalogue::~test_catalogue() = default;

void test_catalogue::add(std::string name, std::string kind, const scheme& family, std::string_view type) {
    const bool real_clock = with_.clock == &system_wall_clock();
    reservation_policy policy;
    if (!real_clock) policy.ahead = std::chrono::hours{24};
    auto made = std::make_unique<timed>();
    made->name = std::move(name);
    made->kind = std::move(kind);
    made->held = std::make_shared<reservation>(made->marks.take_over(with_.machine), policy, *with_.clock);
    made->held->renew(true).value();
    std::function<void()> hurry;
    if (real_clock) {
        made->keeps = std::make_unique<keeper>(std::vector{made->held});
        hurry = [kept = made->keeps.get()] { kept->hurry(); };
    }
    const time_generator_spec spec{.family = &family, .type = family.type(type).value(), .method = with_.method};
    made->makes = time_generator::make(spec, {made->held}, *with_.clock, std::move(hurry)).value();
    timed_.push_back(std::move(made));
}

result<id_source*> test_catalogue::stream(const stream_query& query) {
    if (query.generator == "segment") return segment(query);
    if (query.generator == "sharded") return shard(query);
    if (query.tag || query.app || query.gate_pass)
        return error{errc::invalid_argument, "this generator takes neither tag nor app nor gate pass"};
    if (query.generator == "scripted") return &script_;
    const auto wanted = query.generator.empty() ? "default" : query.generator;
    const auto found = std::ranges::find_if(timed_, [&](const auto& each) { return each->name == wanted; });
    if (found == timed_.end()) return no_generator(wanted);
    return (*found)->makes.get();
}

result<id_source*> test_catalogue::segment(const stream_query& query) {
    if (!query.tag) return error{errc::invalid_argument, "generator segment needs a tag"};
    const auto found = tags_.find(*query.tag);
    if (found == tags_.end())
        return error{errc::not_found, "there is no tag '" + std::string{*query.tag} + "'; there are order, user"};
    return &found->second;
}

result<id_source*> test_catalogue::shard(const stream_query& query) {
    if (!query.app || !query.gate_pass)
        return error{errc::invalid_argument, "generator sharded needs an app and a gate pass"};
    if (*query.app < 1 || *query.app > 2)
        return error{errc::not_found, "there is no app " + std::to_string(*query.app) + "; there are 1, 2"};
    const std::uint64_t shard = std::hash<std::string_view>{}(*query.gate_pass) % 64;
    const std::lock_guard lock{guard_};
    const std::uint64_t mark = static_cast<std::uint64_t>(*query.app) << 56 | shard << 48;
    return &shards_.try_emplace({*query.app, shard}, mark).first->second;
}

result<const time_generator*> test_catalogue::time_based(std::string_view generator) {
    const auto wanted = generator.empty() ? "default" : generator;
    const auto found = std::ranges::find_if(timed_, [&](const auto& each) { return each->name == wanted; });
    if (found != timed_.end()) return (*found)->makes.get();
    if (wanted == "segment" || wanted == "sharded" || wanted == "scripted")
        return error{errc::invalid_argument, "generator " + std::string{wanted} + " is not time-based"};
    return no_generator(wanted);
}

result<sharded_generator*> test_catalogue::sharded(std::string_view generator) {
    if (generator != "sharded") return catalogue::sharded(generator);
    const std::lock_guard lock{guard_};
    if (!explaining_) {
        const sharded_options options{.permutations = with_.permutations};
        explaining_ = std::make_unique<sharded_generator>(
            direct_supply(std::make_shared<memory_shards>(), use_of(options)), options);
    }
    return explaining_.get();
}

std::vector<generator_status> test_catalogue::status() {
    std::vector<generator_status> all;
    for (const auto& each : timed_) {
        const layout& type = *each->makes->spec().type;
        all.push_back({.name = each->name,
                       .kind = each->kind,
                       .type = type.name(),
                       .ready = true,
                       .per_second = type.per_second(),
                       .ends_at = type.end(),
                       .reserved_until = each->held->mark(),
                       .lead = each->makes->lead(),
                       .machines = each->makes->machines()});
    }
    for (const std::string name : {"segment", "sharded", "scripted"})
        all.push_back({.name = name, .kind = name, .ready = true});
    return all;
}

} // namespace vesta::testing
