package local.vesta;

import java.util.UUID;
import java.util.stream.LongStream;

/**
 * Makes IDs. Safe for threads.
 *
 * <p>Without prefetching, an ID is greater than every one that was returned before it was asked for (docs/embedding.md).
 */
public final class Generator {
    private final Source from;
    private final Ahead ahead; // null: nothing is prefetched

    Generator(Source from, Query query) {
        this.from = from;
        ahead = query.prefetch == 0 ? null : new Ahead(from, query);
    }

    /** Makes one ID. Blocks until there is one, a few seconds at most. */
    public long next() {
        return ahead == null ? from.one() : ahead.next();
    }

    /** Makes {@code to.length} IDs. Where it throws, none of them may be used. */
    public void fill(long[] to) {
        int done = ahead == null ? 0 : ahead.drain(to);
        if (done < to.length) from.fill(to, done);
    }

    /** Makes {@code count} IDs. */
    public long[] take(int count) {
        var made = new long[checked(count)];
        fill(made);
        return made;
    }

    /** Makes IDs without end. */
    public LongStream stream() {
        return LongStream.generate(this::next);
    }

    /** Makes one ID of 128 bits, of a generator of kind uuid7 or ulid. It is never prefetched. */
    public UUID nextUuid() {
        return from.uuids(1)[0];
    }

    /** Makes {@code count} of them, in the order of their bytes and texts. {@code UUID.compareTo} has another: it is signed. */
    public UUID[] takeUuids(int count) {
        return from.uuids(checked(count));
    }

    private static int checked(int count) {
        if (count < 0) throw new VestaException(Code.INVALID_ARGUMENT, "count is " + count + "; it is at least 0");
        return count;
    }

    /** Takes an ID of 128 bits apart. */
    public Parts explain(UUID id) {
        return from.explain(id);
    }

    /** The ID behind one that left in outward form (docs/outward.md). Embedded generators alone have the key. */
    public long inward(long id) {
        return from.inward(id);
    }

    /** Takes an ID of this generator's family apart. */
    public Parts explain(long id) {
        return from.explain(id);
    }

    /** Takes an ID of a sharded generator apart. */
    public ShardedParts explainSharded(long id) {
        return from.explainSharded(id);
    }

    /** The inverse of {@link #explain}, for repairing data. The type is the generator's own, whatever the parts say. */
    public long make(Parts parts) {
        return from.make(parts);
    }
}
