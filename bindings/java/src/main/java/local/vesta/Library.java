package local.vesta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Loads the C library, which {@link Native} calls. Throws VestaException. */
final class Library {
    private static final String[] FILES = {"libvesta.so", "libvesta_jni.so"};
    private static final Pattern GLIBC = Pattern.compile("/libc(\\.so\\.6|-2\\.\\d+\\.so)$", Pattern.MULTILINE);

    private Library() {}

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
        Native.load(text(other == null || other.isEmpty() ? folder.resolve("libvesta.so").toString() : other));
    }

    private static void unpack(String name, Path folder) throws IOException {
        try (var from = Library.class.getResourceAsStream("native/" + platform() + "/" + name)) {
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

    /** UTF-8 that ends in NUL. */
    static byte[] text(String from) {
        var bytes = from.getBytes(StandardCharsets.UTF_8);
        if (from.indexOf('\0') >= 0) throw new VestaException(Code.INVALID_ARGUMENT, "a text has a NUL");
        return Arrays.copyOf(bytes, bytes.length + 1);
    }
}
