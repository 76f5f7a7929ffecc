#include "areas.hpp"

#include <vesta/crypto/keyed_permutations.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/sharded/outward_form.hpp>
#include <vesta/sharded/sharded_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/testing/memory_segments.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <benchmark/benchmark.h>

#include <array>

namespace vesta::bench {
namespace {

constexpr int rounds = 5;
constexpr std::size_t calls = 2'000'000;
constexpr std::int64_t step = 1'000'000;

/// A generator on tables in memory, refilled as a segment generator is by default.
std::unique_ptr<sharded_generator> open(bool with_key) {
    sharded_options options{.refill = refill_kind::demand};
    if (with_key) options.permutations = crypto::keyed_permutations::make(std::array<std::uint8_t, 16>{7}).value();
    auto shards = std::make_shared<testing::memory_shards>();
    for (std::int64_t shard = 0; shard < shards_per_app; ++shard)
        shards->put({1, shard, "bench", 0, step, 0});
    return std::make_unique<sharded_generator>(direct_supply(shards, use_of(options)), options);
}

double ns_per_id(id_source& from, std::size_t at_a_time) {
    std::vector<id> out(at_a_time);
    generate_all(from, out, system_wall_clock()).value();
    return ns_per_call(calls, [&] {
        for (std::size_t made = 0; made < calls;) {
            const grant given = from.try_generate(out);
            if (given.made == 0) system_wall_clock().rest(given.wait);
            made += given.made;
            benchmark::DoNotOptimize(out.data());
        }
    });
}

double ns_with_lookup(sharded_generator& from) {
    id out;
    generate_all(*from.stream(1, "13912345678").value(), {&out, 1}, system_wall_clock()).value();
    return ns_per_call(calls, [&] {
        for (std::size_t made = 0; made < calls;) {
            made += (*from.stream(1, "13912345678"))->try_generate({&out, 1}).made;
            benchmark::DoNotOptimize(out);
        }
    });
}

/// A tag's numbers as strangers see them.
outward_source outside(id_source& numbers) {
    outward_shape shape{.bits = 48, .most_bits = 63};
    shape.keys.emplace(0, crypto::keyed_permutations::make(std::array<std::uint8_t, 16>{7}).value());
    return {numbers, outward_form::make(shape, "bench").value()};
}

} // namespace

void measure_memory(report& into) {
    auto segments = std::make_shared<testing::memory_segments>();
    segments->put({.tag = "bench", .step = step});
    segment_generator peer{segments, {}};
    id_source& numbers = *peer.tag("bench").value();
    const auto open_ids = open(false);
    const auto hidden_ids = open(true);
    id_source& plain = *open_ids->stream(1, "user").value();
    id_source& hidden = *hidden_ids->stream(1, "user").value();

    const auto compare = [&](const std::string& what, const std::string& bound, const std::function<double()>& ours,
                             const std::function<double()>& theirs) {
        const auto [mine, other] = alternate(rounds, ours, theirs);
        into.add({what, mine, other, "ns per ID", bound});
    };
    compare(
        "memory, one per call; peer: segment", "ratio <= 2", [&] { return ns_per_id(plain, 1); },
        [&] { return ns_per_id(numbers, 1); });
    compare(
        "memory, 100 per call; peer: segment", "ratio <= 2", [&] { return ns_per_id(plain, 100); },
        [&] { return ns_per_id(numbers, 100); });
    compare(
        "memory, by app and gate pass; peer: segment", "", [&] { return ns_with_lookup(*open_ids); },
        [&] { return ns_per_id(numbers, 1); });
    compare(
        "with a key, one per call; peer: without", "", [&] { return ns_per_id(hidden, 1); },
        [&] { return ns_per_id(plain, 1); });
    compare(
        "with a key, 100 per call; peer: without", "", [&] { return ns_per_id(hidden, 100); },
        [&] { return ns_per_id(plain, 100); });
    outward_source outward = outside(numbers);
    compare(
        "outward form, one per call; peer: segment", "ours <= 180", [&] { return ns_per_id(outward, 1); },
        [&] { return ns_per_id(numbers, 1); });
    compare(
        "outward form, 100 per call; peer: segment", "ours <= 40", [&] { return ns_per_id(outward, 100); },
        [&] { return ns_per_id(numbers, 100); });
}

} // namespace vesta::bench
