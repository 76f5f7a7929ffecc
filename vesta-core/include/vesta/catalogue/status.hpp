#pragma once

#include <vesta/id/field.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/sharded/sharded_status.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vesta {

/// The state of a counting generator's numbers, summed over its tags or shards.
struct number_status {
    std::size_t streams = 0;             ///< Tags or shards with a row, as far as is known.
    std::size_t exhausted = 0;           ///< Of these, without numbers until their limit is raised.
    std::optional<std::int64_t> largest; ///< Of tags: the largest number that this process has given out.
    segment_counts counts;
    std::chrono::nanoseconds latency{0}; ///< The present duration of a reservation.
    /// Why the store fails, as `segment_status::trouble`. Streams with numbers left still serve.
    std::optional<error> trouble;
};

/// The next layout of a time-based generator.
struct successor_status {
    unix_ms at;             ///< When it begins.
    std::string type;       ///< Its ID type.
    bool has_begun = false; ///< Whether IDs are of it now.
};

/// The state of one generator, for lists, health and metrics.
struct generator_status {
    std::string name;
    std::string kind; ///< As `named_generator::kind`.
    std::string type; ///< The ID type that a time-based generator makes now; else empty.
    bool ready = false;
    std::string why_not; ///< If not ready: what is missing, and the remedy.
    /// If not ready: when it may be; absent if unknown.
    std::optional<std::chrono::milliseconds> ready_in;
    std::optional<std::uint64_t> per_second;       ///< The layout's capacity over all machine IDs.
    std::optional<unix_ms> ends_at;                ///< The last instant of its layout, or of that one's successor.
    std::optional<successor_status> then;          ///< Of a generator whose layout has a successor.
    std::optional<unix_ms> reserved_until;         ///< The lowest durable mark.
    std::optional<std::chrono::milliseconds> lead; ///< Own time minus wall time.
    std::string clock_doubt; ///< Why the wall clock is doubted; empty if it is not. IDs go on either way.
    /// Of a time-based generator: why a reservation was not renewed the last time. It serves what is left of it.
    std::optional<error> trouble;
    std::vector<machine_id> machines;
    std::optional<number_status> numbers; ///< Of kinds that count.
    std::vector<app_status> apps;         ///< Of kind sharded: its applications, in order.
    std::optional<supply_status> supply;  ///< Of kind sharded.

    /// Makes it not ready because of @p why.
    void refuse(const error& why) {
        ready = false;
        why_not = why.message;
        ready_in = why.retry_after;
    }
};

} // namespace vesta
