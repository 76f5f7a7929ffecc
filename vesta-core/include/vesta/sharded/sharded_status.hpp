#pragma once

#include <vesta/base/error.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/sharded/sharded_id.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vesta {

/// The counters of a supply.
struct supply_counts {
    std::uint64_t popped = 0; ///< Parts taken from the queue and served.
    std::uint64_t stale = 0;  ///< Parts from the queue that were claimed already.
    std::uint64_t pushed = 0; ///< Ranges reserved for the queue.
    std::uint64_t direct = 0; ///< Ranges reserved past a queue that was empty or unavailable.
    std::uint64_t fell = 0;   ///< Calls in which the queue failed.
};

/// The state of a supply.
struct supply_status {
    supply_counts counts;
    std::optional<error> queue_trouble;      ///< Why the queue failed last; absent while it works.
    std::optional<error> row_trouble;        ///< Rows that cannot be used: the first of them, and why.
    std::map<app_number, std::string> names; ///< The name of each application in its rows; may be empty.
};

/// The state of one application, for lists and metrics.
struct app_status {
    app_number app;
    std::string name;       ///< As in its rows, in any bytes the table holds; may be empty.
    unsigned shards = 0;    ///< With a row, as far as is known.
    unsigned exhausted = 0; ///< Of these, without numbers for ever.
    segment_counts counts;
    std::optional<error> trouble; ///< Why a reservation failed last.
};

/// The state of a sharded generator.
struct sharded_status {
    bool ready = false;           ///< As `segment_status::ready`.
    std::optional<error> trouble; ///< As `segment_status::trouble`.
    supply_status supply;
    std::vector<app_status> apps; ///< In order.
    std::chrono::nanoseconds latency{0};
};

} // namespace vesta
