package local.vesta;

import java.time.Duration;
import java.util.Objects;

/** Which of a generator's IDs are meant, and how they are fetched. Does not change: its methods give others. */
public final class Query {
    final String generator;
    final String tag; // null: none
    final Long app; // null: none
    final String gatePass;
    final int prefetch; // 0: none
    final Duration maxAge;

    private Query(String generator, String tag, Long app, String gatePass, int prefetch, Duration maxAge) {
        this.generator = generator;
        this.tag = tag;
        this.app = app;
        this.gatePass = gatePass;
        this.prefetch = prefetch;
        this.maxAge = maxAge;
    }

    /** The generator of that name; "" is the one named default. */
    public static Query of(String generator) {
        return new Query(generator.isEmpty() ? "default" : generator, null, null, null, 0, Duration.ZERO);
    }

    /** For segment generators: the numbers of that tag. */
    public Query tag(String tag) {
        return new Query(generator, Objects.requireNonNull(tag), null, null, prefetch, maxAge);
    }

    /** For sharded generators: the IDs of that application, in the shard that the gate pass chooses. */
    public Query app(long app, String gatePass) {
        return new Query(generator, null, app, Objects.requireNonNull(gatePass), prefetch, maxAge);
    }

    /**
     * Reserves up to {@code count} IDs at once and hands them out from memory. Each may then be up to {@code maxAge} old, and
     * those that are not used are gaps.
     */
    public Query prefetch(int count, Duration maxAge) {
        if (count < 0) throw new VestaException(Code.INVALID_ARGUMENT, "prefetch is " + count + "; it is at least 0");
        if (maxAge.isNegative() || maxAge.isZero())
            throw new VestaException(Code.INVALID_ARGUMENT, "maxAge is " + maxAge + "; it is longer, such as 500 ms");
        return new Query(generator, tag, app, gatePass, count, maxAge);
    }

    boolean isOfTag() {
        return tag != null || app != null;
    }
}
