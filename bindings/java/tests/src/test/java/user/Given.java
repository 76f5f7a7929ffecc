package user;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import local.vesta.Ids;
import local.vesta.Vesta;
import local.vesta.VestaException;
import org.junit.jupiter.api.function.Executable;

/** Settings of their own for each test, and a Vesta RPC server ($VESTA is the program). */
final class Given {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger NUMBER = new AtomicInteger(1);

    private Given() {}

    static JsonNode vectors(String name) {
        try {
            return JSON.readTree(new File(System.getenv("VESTA_VECTORS"))).get(name);
        } catch (IOException reason) {
            throw new AssertionError(reason);
        }
    }

    /** Those of the vectors, with a state and a machine ID of their own: tests share the process and its host. */
    static ObjectNode settings(Path folder) {
        var made = (ObjectNode) vectors("settings");
        made.putObject("state").put("dir", folder.resolve("state").toString());
        ((ObjectNode) made.at("/machine-id/property")).put("id", NUMBER.getAndIncrement());
        return made;
    }

    static Ids open(Path folder) {
        return Vesta.openText(settings(folder).toString());
    }

    static Path folder() throws IOException {
        return Files.createTempDirectory(Path.of(System.getenv("VESTA_HOST_DIR")), "test");
    }

    interface Claim {
        void about(Ids ids) throws Exception;
    }

    static void forBoth(Claim claim) throws Exception {
        try (var embedded = open(folder())) {
            claim.about(embedded);
        }
        try (var server = new Server(folder(), settings -> {}); var remote = Vesta.connect(server.address)) {
            claim.about(remote);
        }
    }

    static void assertRefused(String name, Executable call) {
        var told = assertThrows(VestaException.class, call);
        assertTrue(told.code().toString().equals(name), () -> name + ", not " + told.code() + ": " + told.getMessage());
    }

    /** What the command prints. */
    static List<String> run(Path folder, String... command) throws Exception {
        var made = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        var told = made.inputReader().lines().toList();
        assertTrue(made.waitFor() == 0, () -> String.join("\n", told));
        return told;
    }

    /** An access file with that principal, by `vesta token new`. Gives its token. */
    static String access(Path folder, String principal) throws Exception {
        var command = new ProcessBuilder(System.getenv("VESTA"), "token", "new", principal);
        var told = command.start().inputReader().lines().toList();
        var file = folder.resolve("access.yaml");
        Files.writeString(file, "principals:\n  " + told.get(1) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return told.get(0);
    }

    /** `vesta serve`, which keeps its port when it is started again. */
    static final class Server implements AutoCloseable {
        final String address;
        final Path folder;
        private final int port;
        private Process process;

        Server(Path folder, Consumer<ObjectNode> more) throws Exception {
            this.folder = folder;
            try (var free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            address = "127.0.0.1:" + port;
            var given = settings(folder);
            given.putObject("log").put("level", "warn");
            given.putObject("clock").put("reserve-ahead", "100ms");
            given.putObject("rpc").put("listen", address);
            more.accept(given);
            Files.writeString(folder.resolve("vesta.yaml"), given.toString());
            start();
        }

        void start() throws Exception {
            var serve = new ProcessBuilder(System.getenv("VESTA"), "serve", "-c", folder.resolve("vesta.yaml").toString());
            serve.environment().put("VESTA_HOST_DIR", folder.toString());
            process = serve.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
            while (true) {
                assertTrue(process.isAlive(), () -> "the server ended: see the log in " + folder);
                try (var made = new Socket("127.0.0.1", port)) {
                    return;
                } catch (IOException notYet) {
                    process.waitFor(10, TimeUnit.MILLISECONDS); // until it listens
                }
            }
        }

        void stop() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        @Override
        public void close() throws InterruptedException {
            stop();
        }
    }
}
