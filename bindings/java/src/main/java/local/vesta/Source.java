package local.vesta;

import java.util.UUID;

/** Where a generator's IDs come from. */
interface Source {
    long one();

    /** Writes to to[from] and all that follow. */
    void fill(long[] to, int from);

    Range reserve(long count);

    Parts explain(long id);

    ShardedParts explainSharded(long id);

    long make(Parts parts);

    long inward(long id);

    UUID[] uuids(int count);

    Parts explain(UUID id);

    /** {@code count} IDs: first, first + stride and so on. */
    record Range(long first, long count, long stride) {}
}
