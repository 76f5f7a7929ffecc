package local.vesta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/** The C library, by JNI: src/main/c/native_jni.c. Texts are UTF-8 that ends in NUL. All throw VestaException. */
final class Native {
    private static final String[] FILES = {"libvesta.so", "libvesta_jni.so"};
    private static final Pattern GLIBC = Pattern.compile("/libc(\\.so\\.6|-2\\.\\d+\\.so)$", Pattern.MULTILINE);

    private Native() {}

    private static boolean isLoaded;

    /** Loads $VESTA_LIBRARY, else the library that this package contains, once. */
    static synchronized void load() {
        if (isLoaded) return;
        try {
            var folder = Files.createTempDirectory("vesta-");
            try {
                load(folder);
            } finally { // once they are loaded, the files are not needed
                for (var each : FILES) Files.deleteIfExists(folder.resolve(each));
                Files.delete(folder);
            }
        } catch (IOException | UnsatisfiedLinkError reason) {
            throw new VestaException(Code.INTERNAL, "libvesta.so cannot be loaded: " + reason, null, reason);
        }
        isLoaded = true;
    }

    private static void load(Path folder) throws IOException {
        for (var each : FILES) unpack(each, folder);
        System.load(folder.resolve("libvesta_jni.so").toString());
        var other = System.getenv("VESTA_LIBRARY");
        load(text(other == null || other.isEmpty() ? folder.resolve("libvesta.so").toString() : other));
    }

    private static void unpack(String name, Path folder) throws IOException {
        try (var from = Native.class.getResourceAsStream("native/" + platform() + "/" + name)) {
            if (from == null) throw new IOException("none for " + platform() + " is in the package; connect to a server");
            Files.copy(from, folder.resolve(name));
        }
    }

    /** By the libc in this process: glibc's file is libc.so.6, before 2.34 libc-2.33.so; musl's has several names. */
    private static String platform() throws IOException {
        var architecture = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        var files = Files.readString(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1);
        return "linux-" + architecture + (GLIBC.matcher(files).find() ? "-gnu" : "-musl");
    }

    static byte[] text(String from) {
        var bytes = from.getBytes(StandardCharsets.UTF_8);
        if (from.indexOf('\0') >= 0) throw new VestaException(Code.INVALID_ARGUMENT, "a text has a NUL");
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    private static native void load(byte[] library);

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
