#pragma once

#include <vesta/generate/id_source.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/sharded/sharded_generator.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// Which stream of IDs is meant. The views need to live only as long as the call they are passed to.
struct stream_query {
    std::string_view generator;          ///< Empty: the generator named `default`.
    std::optional<std::string_view> tag; ///< Segment generators need it; no other takes it.
    std::optional<std::int64_t> app;     ///< Sharded generators need it and gate_pass; no other takes them.
    std::optional<std::string_view> gate_pass;
};

/// What a generator that counts knows of its numbers, summed over its tags or shards.
struct number_status {
    std::size_t streams = 0; ///< Tags or shards with a row, as far as is known.
    segment_counts counts;
    std::chrono::nanoseconds latency{0}; ///< What a reservation takes, of late.
    /// Why the last reading of the table, or the last reservation, failed. Streams with numbers left serve all the
    /// same.
    std::optional<error> trouble;
};

/// One generator's state, for lists, health and metrics.
struct generator_status {
    std::string name;
    std::string kind; ///< vesta, vesta-2018, vesta-2015, snowflake, custom, segment, sharded
    std::string type; ///< The ID type of a time-based one; else empty.
    bool ready = false;
    std::string why_not; ///< When not ready: what is missing and what to do.
    /// When not ready: in how long it may be; absent where nobody knows.
    std::optional<std::chrono::milliseconds> ready_in;
    std::optional<std::uint64_t> per_second;       ///< The layout's capacity over all its machine IDs.
    std::optional<unix_ms> ends_at;                ///< The layout's last instant.
    std::optional<unix_ms> reserved_until;         ///< The lowest durable mark.
    std::optional<std::chrono::milliseconds> lead; ///< Own time minus wall time.
    std::string clock_doubt; ///< Why the wall clock is not believed; empty where it is. IDs go on all the same.
    std::vector<machine_id> machines;
    std::optional<number_status> numbers; ///< Of kinds that count.
    std::vector<app_status> apps;         ///< Of kind sharded: its applications, in order.
};

/// The generators of one process as one way of publishing sees them: the same name gives IDs with that way's genMethod.
/// What it returns lives as long as the catalogue. Nothing here blocks. Safe to use from any thread.
class catalogue {
  public:
    virtual ~catalogue() = default;

    /// The stream @p query means. Errors: `not_found` (listing the names there are), `invalid_argument` for a selector
    /// that is missing or that this kind does not take. A stream that is still being loaded refuses with `not_ready`.
    virtual result<id_source*> stream(const stream_query& query) = 0;

    /// The time-based generator of that name, for explain, make and to_time. Errors: `not_found`, and
    /// `invalid_argument` for a generator of another kind.
    virtual result<const time_generator*> time_based(std::string_view generator) = 0;

    /// The segment generator of that name, for its tags and its table. Errors as those of `time_based`.
    virtual result<segment_generator*> segments(std::string_view generator);

    /// The sharded generator of that name, for explaining its IDs. Errors as those of `time_based`.
    virtual result<sharded_generator*> sharded(std::string_view generator);

    /// All generators in the order of the settings.
    virtual std::vector<generator_status> status() = 0;
};

} // namespace vesta
