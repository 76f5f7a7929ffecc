#pragma once

#include <vesta/redis/connection.hpp>
#include <vesta/sharded/shard_queue.hpp>
#include <vesta/time/clock.hpp>

#include <memory>

namespace vesta::redis {

/// The queue of ranges: a list `<prefix>queue:{app:shard}` of entries "low high from to" in decimal, and a lock
/// `<prefix>lock:{app:shard}`.
///
/// Connects on first use, and again after an error, but not within 250 ms of a server that did not answer.
/// Errors: `store_unavailable`; `invalid_settings` if user or password are refused; `state_unusable` for an entry that
/// is no part of a range.
/// Thread-safety: safe.
/// Lifetime: @p clock outlives the queue.
std::shared_ptr<shard_queue> open_queue(const options& at, const connector& by = connect,
                                        const wall_clock& clock = system_wall_clock());

/// The list `id.gen.idList_<app>_<shard>` of single numbers and its lock `id.gen.lock_<app>_<shard>`, as the original
/// program has them. Errors, threads and lifetime as `open_queue`.
std::shared_ptr<shard_queue> open_list(const options& at, const connector& by = connect,
                                       const wall_clock& clock = system_wall_clock());

} // namespace vesta::redis
