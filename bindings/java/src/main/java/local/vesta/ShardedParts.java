package local.vesta;

import java.util.OptionalLong;

/**
 * The fields of a sharded generator's ID.
 *
 * @param shard the one that the gate pass chose
 * @param next the value in the ID
 * @param number the counted number, which differs if a key hides the order; empty from a server that hides it
 */
public record ShardedParts(long app, long shard, long next, OptionalLong number) {}
