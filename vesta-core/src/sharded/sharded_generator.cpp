#include "shard_stream.hpp"

#include <vesta/base/published.hpp>
#include <vesta/sharded/gate_pass.hpp>
#include <vesta/sharded/sharded_generator.hpp>

#include <array>
#include <map>
#include <mutex>

namespace vesta {
namespace {

constexpr std::size_t streams_possible = std::size_t{most_apps} * shards_per_app;

segment_options segments_as(const sharded_options& options) {
    segment_options segments;
    segments.order = options.order;
    segments.refill = options.refill;
    segments.look_ahead = options.look_ahead;
    segments.refresh_every = options.reload_every;
    segments.refill_threads = options.refill_threads;
    segments.memory = options.memory;
    segments.most_tags = streams_possible;
    return segments;
}

sharded_options checked(const sharded_options& options) {
    constexpr unsigned fewest_bits = 20;
    if (options.permutations && (options.permutation_bits < fewest_bits || options.permutation_bits > next_bits))
        throw failure{error{errc::invalid_settings, "permutation bits are " + std::to_string(options.permutation_bits) +
                                                        ", and must be from 20 to 49"}};
    return options;
}

/// Null if numbers are not hidden.
result<std::unique_ptr<const permutation>> hiding(const sharded_options& options, const shard_key& key) {
    if (!options.permutations) return std::unique_ptr<const permutation>{};
    return options.permutations->make(options.permutation_bits, "vesta sharded " + to_string(key));
}

/// The parts of an ID.
///
/// Errors: `invalid_argument` if the generator cannot have made it.
result<sharded_fields> read_parts(id value, const sharded_options& options) {
    const auto parts = fields_of_sharded(value);
    if (!parts || !options.permutations || parts->next >> options.permutation_bits == 0) return parts;
    return error{errc::invalid_argument, to_string(value) +
                                             " is not an ID of this generator: its number has more "
                                             "than the " +
                                             std::to_string(options.permutation_bits) + " bits that are permuted"};
}

} // namespace

number_use use_of(const sharded_options& options) {
    if (!options.permutations) return {};
    // Another width is another permutation.
    return {options.permutations->fingerprint() + "-" + std::to_string(options.permutation_bits),
            options.permutation_bits};
}

result<sharded_explanation> explain_sharded_id(id value, const sharded_options& options) {
    const auto parts = read_parts(value, options);
    if (!parts) return parts.error();
    sharded_explanation read{value, *parts, parts->next};
    const auto hidden = hiding(options, {parts->app, parts->shard});
    if (!hidden) return hidden.error();
    if (!*hidden) return read;
    if (!(*hidden)->invert({&read.number, 1})) return error{errc::internal, "the cipher failed"};
    return read;
}

struct sharded_generator::state {
    state(std::shared_ptr<shard_supply> from, const sharded_options& chosen)
        : options{checked(chosen)}, supply{std::move(from)}, segments{supply, segments_as(options)} {}

    result<id_source*> make_stream(const shard_key& key, detail::tag_source& numbers);

    const sharded_options options;
    const std::shared_ptr<shard_supply> supply;
    segment_generator segments;
    std::array<detail::published<detail::shard_stream>, streams_possible> streams{}; // by the numbers of their rows
    std::mutex making;
    std::vector<std::unique_ptr<detail::shard_stream>> made;
};

result<id_source*> sharded_generator::state::make_stream(const shard_key& key, detail::tag_source& numbers) {
    auto hidden = hiding(options, key);
    if (!hidden) return std::move(hidden).error();
    const std::lock_guard guard{making};
    auto& place = streams[static_cast<std::size_t>(row_of(key))];
    if (auto* const there = place.get()) return there;
    made.push_back(std::make_unique<detail::shard_stream>(key, numbers, *std::move(hidden)));
    place.put(made.back().get());
    return made.back().get();
}

sharded_generator::sharded_generator(std::shared_ptr<shard_supply> supply, const sharded_options& options)
    : state_{std::make_unique<state>(std::move(supply), options)} {}

sharded_generator::~sharded_generator() = default;

result<id_source*> sharded_generator::stream(std::int64_t app, std::string_view gate_pass) {
    const auto number = make_app(app);
    if (!number) return number.error();
    const auto shard = shard_of(gate_pass);
    if (!shard) return shard.error();
    return stream({*number, *shard});
}

result<id_source*> sharded_generator::stream(const shard_key& key) {
    auto* const known = state_->streams[static_cast<std::size_t>(row_of(key))].get();
    if (known != nullptr && !known->absent()) [[likely]]
        return known;
    const auto numbers = state_->segments.tag(to_string(key), row_of(key));
    if (!numbers) {
        if (numbers.error().code == errc::not_found && known != nullptr) return known->explain_refusal(errc::not_found);
        return numbers.error();
    }
    // The tags of a segment generator are of this type only.
    if (known == nullptr) return state_->make_stream(key, static_cast<detail::tag_source&>(**numbers));
    known->set_absent(false);
    return known;
}

result<sharded_explanation> sharded_generator::explain(id value) const {
    return explain_sharded_id(value, state_->options);
}

result<sharded_disclosure> sharded_generator::disclose(id value) const {
    const auto parts = read_parts(value, state_->options);
    if (!parts) return parts.error();
    sharded_disclosure told{value, *parts, std::nullopt};
    if (!state_->options.permutations) told.number = parts->next;
    return told;
}

void sharded_generator::refresh() noexcept {
    state_->segments.refresh();
}

sharded_status sharded_generator::status() const {
    std::map<app_number, app_status> apps;
    for (auto& each : state_->segments.tags()) {
        if (!each.present) continue;
        const app_number number = shard_at(each.row).app;
        app_status& app = apps.try_emplace(number, app_status{.app = number}).first->second;
        ++app.shards;
        app.exhausted += each.exhausted ? 1 : 0;
        app.counts += each.counts;
        if (each.trouble) app.trouble = std::move(each.trouble);
    }
    const segment_status of_all = state_->segments.status();
    sharded_status is{.ready = of_all.ready, .trouble = of_all.trouble, .supply = state_->supply->status()};
    is.latency = of_all.latency;
    for (auto& [number, app] : apps) {
        if (const auto named = is.supply.names.find(number); named != is.supply.names.end()) app.name = named->second;
        is.apps.push_back(std::move(app));
    }
    return is;
}

void sharded_generator::close(std::chrono::milliseconds patience) {
    state_->segments.close(patience);
}

} // namespace vesta
