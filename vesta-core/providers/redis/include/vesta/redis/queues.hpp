#pragma once

#include <vesta/redis/connection.hpp>
#include <vesta/sharded/shard_queue.hpp>
#include <vesta/time/clock.hpp>

#include <memory>

namespace vesta::redis {

/// The queue of ranges: a list `<prefix>queue:{app:shard}` of entries "low high from to" in decimal, and a lock
/// `<prefix>lock:{app:shard}`. Connects when first used, and again after any error; `store_unavailable` says why not,
/// `invalid_settings` that user or password were refused. @p clock outlives it.
std::shared_ptr<shard_queue> open_queue(const options& at, const connector& by = connect,
                                        const wall_clock& clock = system_wall_clock());

/// The original's list `id.gen.idList_<app>_<shard>` of single numbers, and its lock `id.gen.lock_<app>_<shard>`.
std::shared_ptr<shard_queue> open_list(const options& at, const connector& by = connect,
                                       const wall_clock& clock = system_wall_clock());

} // namespace vesta::redis
