package local.vesta;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Generators in this process. */
final class Embedded implements Origin {
    private static final Cleaner CLEANER = Cleaner.create();

    private final ReentrantReadWriteLock guard = new ReentrantReadWriteLock(); // vesta_close excludes other calls
    private long pointer; // 0: closed

    private Embedded(long pointer) {
        this.pointer = pointer;
    }

    static Embedded open(String settings, boolean isText) {
        Library.load();
        return new Embedded(Native.open(Library.text(settings), isText));
    }

    @Override
    public Source find(Query query) {
        var name = Library.text(query.generator);
        var tag = query.tag == null ? null : Library.text(query.tag);
        var pass = query.gatePass == null ? null : Library.text(query.gatePass);
        long app = query.app == null ? 0 : query.app;
        long handle = use(ids -> Native.find(ids, name, tag, query.app != null, app, pass));
        return new Found(handle, query.isOfTag(), name, tag);
    }

    @Override
    public void close() {
        locked(guard.writeLock(), () -> {
            long open = pointer;
            pointer = 0;
            if (open != 0) Native.close(open);
            return null;
        });
    }

    private <T> T use(LongFunction<T> call) {
        return locked(guard.readLock(), () -> {
            if (pointer == 0) throw new VestaException(Code.CLOSED, "the generators are closed");
            return call.apply(pointer);
        });
    }

    private static <T> T locked(Lock by, Supplier<T> call) {
        by.lock();
        try {
            return call.get();
        } finally {
            by.unlock();
        }
    }

    /** A vesta_generator or a vesta_tag, which lives as long as this. */
    private final class Found implements Source {
        private final long handle;
        private final boolean ofTag;
        private final byte[] name;
        private final byte[] tag; // null: none

        Found(long handle, boolean ofTag, byte[] name, byte[] tag) {
            this.tag = tag;
            this.handle = handle;
            this.ofTag = ofTag;
            this.name = name;
            CLEANER.register(this, () -> Native.release(handle, ofTag));
        }

        @Override
        public long one() {
            try {
                return Native.next(handle, ofTag);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        /** By ranges, since C cannot write to Java's heap while it waits. */
        @Override
        public void fill(long[] to, int from) {
            while (from < to.length) from = write(reserve(to.length - from), to, from);
        }

        private static int write(Range range, long[] to, int from) {
            int count = (int) range.count();
            long id = range.first();
            for (int at = from; at < from + count; at++, id += range.stride()) to[at] = id; // a sum costs half of a product
            return from + count;
        }

        @Override
        public Range reserve(long count) {
            try {
                var got = Native.range(handle, ofTag, count);
                return new Range(got[0], got[1], got[2]);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public Parts explain(long id) {
            return parts(use(ids -> Native.explain(ids, name, id)));
        }

        @Override
        public Parts explain(UUID id) {
            return parts(use(ids -> Native.explainUuid(ids, name, Library.text(id.toString()))));
        }

        private static Parts parts(long[] got) {
            return new Parts(got[0], got[1], got[2], got[3], got[4], got[5], Instant.ofEpochMilli(got[6]));
        }

        @Override
        public ShardedParts explainSharded(long id) {
            var got = use(ids -> Native.explainSharded(ids, name, id));
            return new ShardedParts(got[0], got[1], got[2], OptionalLong.of(got[3]));
        }

        @Override
        public long make(Parts of) {
            long[] fields = {of.version(), of.type(), of.genMethod(), of.machine(), of.time(), of.seq(), 0};
            return use(ids -> Native.make(ids, name, fields));
        }

        @Override
        public long inward(long id) {
            return use(ids -> Native.inward(ids, name, tag, id));
        }

        @Override
        public UUID[] uuids(int count) {
            if (count > Integer.MAX_VALUE / 2) throw new VestaException(Code.INTERNAL, "out of memory");
            try {
                var halves = Native.uuids(handle, ofTag, count);
                var made = new UUID[count];
                for (int at = 0; at < count; at++) made[at] = new UUID(halves[2 * at], halves[2 * at + 1]);
                return made;
            } finally {
                Reference.reachabilityFence(this);
            }
        }
    }
}
