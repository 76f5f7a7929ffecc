package local.vesta;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** IDs that were reserved ahead, and are handed out from memory. */
final class Ahead {
    private final Source from;
    private final long count;
    private final long maxAgeNs;

    private final ReentrantLock guard = new ReentrantLock(); // of what follows
    private long next;
    private long left;
    private long stride;
    private long reserved; // when, of nanoTime

    Ahead(Source from, Query query) {
        this.from = from;
        count = query.prefetch;
        maxAgeNs = nanoseconds(query.maxAge);
    }

    long next() {
        guard.lock();
        try {
            if (!isFresh()) refill();
            return pop();
        } finally {
            guard.unlock();
        }
    }

    /** Writes what is there; gives how many that are. */
    int drain(long[] to) {
        guard.lock();
        try {
            int count = isFresh() ? (int) Math.min(to.length, left) : 0;
            for (int at = 0; at < count; at++) to[at] = pop();
            return count;
        } finally {
            guard.unlock();
        }
    }

    private boolean isFresh() {
        return left > 0 && System.nanoTime() - reserved < maxAgeNs;
    }

    private long pop() {
        long id = next;
        next += stride;
        left--;
        return id;
    }

    private void refill() {
        var range = from.reserve(count);
        next = range.first();
        left = range.count();
        stride = range.stride();
        reserved = System.nanoTime();
    }

    private static long nanoseconds(Duration age) {
        try {
            return age.toNanos();
        } catch (ArithmeticException beyond) {
            return Long.MAX_VALUE;
        }
    }
}
