package local.vesta;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** The C library, by ../native/native.h, all but ranges without JNI. The class for Java before 22 says what each method does. */
final class Native {
    /** The structures of native.h. A handle is a number here, so {@code found} is as {@code one}. */
    private static final MemoryLayout FAILURE =
            MemoryLayout.structLayout(ADDRESS, JAVA_LONG, JAVA_INT, MemoryLayout.paddingLayout(4));

    private static final MemoryLayout ONE = MemoryLayout.structLayout(JAVA_LONG, FAILURE);

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = SymbolLookup.loaderLookup();

    private static final MethodHandle LOAD = function("load", ADDRESS, ADDRESS);
    private static final MethodHandle OPEN = function("open", ONE, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", FAILURE, JAVA_LONG);
    private static final MethodHandle FIND =
            function("find", ONE, JAVA_LONG, ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS);
    private static final MethodHandle NEXT = LINKER.downcallHandle(
            LIBRARY.find("native_next").orElseThrow(), FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT, ADDRESS));
    private static final MethodHandle TAKEN = function("taken", FAILURE, JAVA_LONG);
    private static final MethodHandle UUIDS = function("uuids", FAILURE, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle EXPLAIN = function("explain", FAILURE, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle EXPLAIN_UUID =
            function("explain_uuid", FAILURE, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle EXPLAIN_SHARDED =
            function("explain_sharded", FAILURE, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle MAKE = function("make", ONE, JAVA_LONG, ADDRESS, ADDRESS);
    private static final MethodHandle INWARD = function("inward", ONE, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle RELEASE = LINKER.downcallHandle(
            LIBRARY.find("native_release").orElseThrow(), FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
    private static final MethodHandle FREE =
            LINKER.downcallHandle(LINKER.defaultLookup().find("free").orElseThrow(), FunctionDescriptor.ofVoid(ADDRESS));

    /** Where {@code next} writes its {@code next_id}. Virtual threads have none: they are too many. */
    private static final ThreadLocal<MemorySegment> ROOM =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(JAVA_LONG, 2));

    private Native() {}

    private static MethodHandle function(String name, MemoryLayout gives, MemoryLayout... takes) {
        return LINKER.downcallHandle(LIBRARY.find("native_" + name).orElseThrow(), FunctionDescriptor.of(gives, takes));
    }

    /** Calls a function, with memory for what it takes, and for the structure that it gives. */
    private interface Call {
        MemorySegment by(SegmentAllocator memory) throws Throwable;
    }

    /** One that writes to {@code out} and gives a failure. */
    private interface Writing {
        MemorySegment by(SegmentAllocator memory, MemorySegment out) throws Throwable;
    }

    private static MemorySegment called(SegmentAllocator memory, Call call) {
        try {
            return call.by(memory);
        } catch (RuntimeException | Error reason) {
            throw reason;
        } catch (Throwable never) {
            throw new AssertionError(never);
        }
    }

    private static long one(Call call) {
        try (var memory = Arena.ofConfined()) {
            return judged(called(memory, call));
        }
    }

    private static long judged(MemorySegment one) {
        judge(one.asSlice(JAVA_LONG.byteSize()));
        return one.get(JAVA_LONG, 0);
    }

    private static void judge(MemorySegment failure) {
        int code = failure.get(JAVA_INT, 16);
        if (code == 0) return;
        var message = failure.get(ADDRESS, 0);
        var told = message.address() == 0 ? "out of memory" : string(message);
        called(null, _ -> {
            FREE.invokeExact(message);
            return null;
        });
        throw new VestaException(code, told.getBytes(StandardCharsets.UTF_8), failure.get(JAVA_LONG, 8));
    }

    /** What a function writes: {@code count} numbers. */
    private static long[] written(int count, Writing call) {
        try (var memory = Arena.ofConfined()) {
            var out = memory.allocate(JAVA_LONG, count);
            judge(called(memory, to -> call.by(to, out)));
            return out.toArray(JAVA_LONG);
        }
    }

    private static MemorySegment text(SegmentAllocator memory, byte[] from) {
        return from == null ? MemorySegment.NULL : memory.allocateFrom(JAVA_BYTE, from);
    }

    private static String string(MemorySegment of) {
        return of.reinterpret(Long.MAX_VALUE).getString(0);
    }

    private static int flag(boolean is) {
        return is ? 1 : 0;
    }

    static void load(byte[] library) {
        try (var memory = Arena.ofConfined()) {
            var wrong = called(memory, to -> (MemorySegment) LOAD.invokeExact(text(to, library)));
            if (wrong.address() != 0) throw new VestaException(Code.INTERNAL, string(wrong));
        }
    }

    static long open(byte[] settings, boolean isText) {
        return one(to -> (MemorySegment) OPEN.invokeExact(to, text(to, settings), flag(isText)));
    }

    static void close(long ids) {
        written(0, (to, _) -> (MemorySegment) CLOSE.invokeExact(to, ids));
    }

    static long find(long ids, byte[] generator, byte[] tag, boolean byApp, long app, byte[] gatePass) {
        return one(to -> (MemorySegment)
                FIND.invokeExact(to, ids, text(to, generator), text(to, tag), flag(byApp), app, text(to, gatePass)));
    }

    static void release(long handle, boolean ofTag) {
        called(null, _ -> {
            RELEASE.invokeExact(handle, flag(ofTag));
            return null;
        });
    }

    static long next(long handle, boolean ofTag) {
        if (!Thread.currentThread().isVirtual()) return next(handle, ofTag, ROOM.get());
        try (var memory = Arena.ofConfined()) {
            return next(handle, ofTag, memory.allocate(JAVA_LONG, 2));
        }
    }

    private static long next(long handle, boolean ofTag, MemorySegment out) {
        called(null, _ -> {
            NEXT.invokeExact(handle, flag(ofTag), out);
            return null;
        });
        long failed = out.get(JAVA_LONG, JAVA_LONG.byteSize());
        if (failed != 0) written(0, (to, _) -> (MemorySegment) TAKEN.invokeExact(to, failed));
        return out.get(JAVA_LONG, 0);
    }

    /** By JNI: the structures cost FFM more than the call, above all before the compiler has come to it. */
    static native long[] range(long handle, boolean ofTag, long count);

    static long[] explain(long ids, byte[] generator, long id) {
        return written(7, (to, out) -> (MemorySegment) EXPLAIN.invokeExact(to, ids, text(to, generator), id, out));
    }

    static long[] explainUuid(long ids, byte[] generator, byte[] uuid) {
        return written(7, (to, out) -> (MemorySegment)
                EXPLAIN_UUID.invokeExact(to, ids, text(to, generator), text(to, uuid), out));
    }

    static long[] explainSharded(long ids, byte[] generator, long id) {
        var got = written(3, (to, out) -> (MemorySegment)
                EXPLAIN_SHARDED.invokeExact(to, ids, text(to, generator), id, out));
        return new long[] {got[0] & 0xffff_ffffL, got[0] >>> 32, got[1], got[2]}; // the first two have 32 bits each
    }

    static long[] uuids(long handle, boolean ofTag, int count) {
        var halves = written(2 * count, (to, out) -> (MemorySegment)
                UUIDS.invokeExact(to, handle, flag(ofTag), out, (long) count));
        for (int at = 0; at < halves.length; at++) halves[at] = Long.reverseBytes(halves[at]); // the most significant first
        return halves;
    }

    static long make(long ids, byte[] generator, long[] fields) {
        return one(to -> (MemorySegment)
                MAKE.invokeExact(to, ids, text(to, generator), to.allocateFrom(JAVA_LONG, fields)));
    }

    static long inward(long ids, byte[] generator, byte[] tag, long id) {
        return one(to -> (MemorySegment) INWARD.invokeExact(to, ids, text(to, generator), text(to, tag), id));
    }
}
