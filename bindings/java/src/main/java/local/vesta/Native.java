package local.vesta;

/**
 * The C library, by JNI: src/main/c/native_jni.c; Java 22 and later take src/main/java22 instead, and JNI for ranges alone.
 * Texts are those of {@link Library#text}. All throw VestaException.
 */
final class Native {
    private Native() {}

    /** Loads libvesta.so, by the library that is loaded already. */
    static native void load(byte[] library);

    static native long open(byte[] settings, boolean isText);

    static native void close(long ids);

    /** {@code tag} and {@code gatePass} may be null; {@code byApp} says whether {@code app} counts. */
    static native long find(long ids, byte[] generator, byte[] tag, boolean byApp, long app, byte[] gatePass);

    static native void release(long handle, boolean ofTag);

    static native long next(long handle, boolean ofTag);

    /** Gives first, count and stride. */
    static native long[] range(long handle, boolean ofTag, long count);

    /** Gives the members of vesta_fields in their order. */
    static native long[] explain(long ids, byte[] generator, long id);

    /** Gives the members of vesta_sharded_fields in their order. */
    static native long[] explainSharded(long ids, byte[] generator, long id);

    /** The same of a UUID's text. */
    static native long[] explainUuid(long ids, byte[] generator, byte[] uuid);

    /** Gives two numbers of each. */
    static native long[] uuids(long handle, boolean ofTag, int count);

    /** {@code tag} may be null. */
    static native long inward(long ids, byte[] generator, byte[] tag, long id);

    /** Takes the members of vesta_fields in their order. */
    static native long make(long ids, byte[] generator, long[] fields);
}
