package user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static user.Given.assertRefused;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import local.vesta.Servers;
import local.vesta.Tls;
import local.vesta.Vesta;
import local.vesta.VestaException;
import org.junit.jupiter.api.Test;
import user.Given.Server;

/** What is true of the client of servers alone. */
class RemoteTest {
    /** What a client of a server that gives this answer gets. */
    private static VestaException answered(String answer) throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var answering = new Thread(() -> {
                try (var peer = other.accept()) {
                    peer.getInputStream().read();
                    peer.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    peer.getInputStream().readAllBytes();
                } catch (IOException closed) {
                    // by the client
                }
            });
            answering.start();
            try (var ids = Vesta.connect("127.0.0.1:" + other.getLocalPort())) {
                return assertThrows(VestaException.class, () -> ids.generator("").next());
            } finally {
                answering.join();
            }
        }
    }

    @Test
    void a_server_that_was_started_anew_is_found_again() throws Exception {
        try (var server = new Server(Given.folder(), more -> {});
                var ids = Vesta.connect("127.0.0.1:1, " + server.address)) { // nobody listens at the first
            var from = ids.generator("");
            long before = from.next();
            server.stop();
            assertRefused("store-unavailable", from::next);
            server.start();
            long after = from.next();
            assertTrue(after > before);
            assertEquals(1, from.explain(after).genMethod());
            assertRefused("invalid-argument", () -> from.inward(after)); // servers keep their keys
        }
    }

    @Test
    void a_server_that_did_not_answer_is_asked_after_the_others() throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var server = new Server(Given.folder(), more -> {});
                var ids = Vesta.connect("127.0.0.1:" + silent.getLocalPort() + "," + server.address)) {
            var closing = new Thread(() -> {
                try (var peer = silent.accept()) {
                    peer.getInputStream().read();
                } catch (IOException reason) {
                    throw new AssertionError(reason);
                }
            });
            closing.start();
            assertTrue(ids.generator("").next() > 0);
            closing.join();
            assertTrue(ids.generator("").next() > 0);
            silent.setSoTimeout(1);
            assertThrows(SocketTimeoutException.class, silent::accept);
        }
    }

    /** Of {@code two.example}, in the file hosts, nobody listens at the first. */
    @Test
    void all_addresses_of_a_name_are_tried() throws Exception {
        var all = InetAddress.getAllByName("two.example");
        assertEquals(List.of("127.0.0.2", "127.0.0.1"), Arrays.stream(all).map(InetAddress::getHostAddress).toList());
        try (var server = new Server(Given.folder(), more -> {});
                var ids = Vesta.connect(server.address.replace("127.0.0.1", "two.example"))) {
            assertTrue(ids.generator("").next() > 0);
        }
    }

    @Test
    void wrong_servers_are_refused() {
        for (var wrong : List.of("", "localhost", "localhost:", "localhost:0", ":1", "a:70000", "::1:6399", "[]:1", "a:1,"))
            assertRefused("invalid-settings", () -> Vesta.connect(wrong));
        assertRefused("invalid-settings", () -> Servers.at("a:1").timeout(Duration.ZERO));
    }

    @Test
    void the_words_of_answers_are_codes() throws Exception {
        for (var each : Given.vectors("words").properties())
            assertEquals(each.getValue().asText(), answered("-" + each.getKey() + " x\r\n").code().toString());
        var told = answered("-QUOTA wait a little; retry-after-ms=20\r\n");
        assertEquals(Duration.ofMillis(20), told.retryAfter().orElseThrow());
        assertEquals("wait a little", told.getMessage());
    }

    @Test
    void what_is_no_vesta_server_is_named() throws Exception {
        for (var other : List.of("HTTP/1.1 400\r\n\r\n", "\r\n", "$9999999999\r\n", ":x\r\n", ":1\n", "*1\r\n".repeat(100_000))) {
            var told = answered(other);
            assertTrue(told.getMessage().contains("is it a Vesta RPC server"), told::toString);
        }
    }

    private static void withAccess(ObjectNode more) {
        more.putObject("security").put("access-file", "access.yaml");
    }

    @Test
    void a_token_gives_its_rights() throws Exception {
        var folder = Given.folder();
        var token = Given.access(folder, "orders");
        try (var server = new Server(folder, RemoteTest::withAccess)) {
            var at = Servers.at(server.address);
            for (var user : List.of("orders", "")) {
                try (var ids = at.login(user, token).connect()) {
                    assertTrue(ids.generator("").next() > 0);
                    assertRefused("not-permitted", () -> ids.generator("peak").next());
                }
            }
            for (var wrong : List.of(at, at.login("orders", "vst_0"))) {
                try (var ids = wrong.connect()) {
                    assertRefused("not-authenticated", () -> ids.generator("").next());
                }
            }
        }
    }

    /** NAME.pem and NAME.key: an authority, or what that one signed. */
    private static void issue(Path folder, String name, String more) throws Exception {
        var words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=" + name
                + " -keyout " + name + ".key -out " + name + ".pem " + more;
        Given.run(folder, words.split(" "));
    }

    /** A server with TLS and an access file, whose folder has the authorities' files. */
    static Server tlsServer(Path folder, boolean asksForCertificate) throws Exception {
        var signed = "-CA ca.pem -CAkey ca.key -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=";
        for (var name : List.of("ca", "other")) issue(folder, name, "-addext keyUsage=critical,keyCertSign");
        issue(folder, "server", signed + "IP:127.0.0.1");
        issue(folder, "client", signed + "DNS:client");
        return new Server(folder, more -> {
            withAccess(more);
            var tls = ((ObjectNode) more.get("rpc")).putObject("tls").put("certificate", "server.pem").put("key", "server.key");
            if (asksForCertificate) tls.put("client-ca", "ca.pem").put("client-certificates", "required");
        });
    }

    private static long ask(String address, String token, SSLContext tls) {
        try (var ids = Servers.at(address).login("orders", token).tls(tls).connect()) {
            return ids.generator("").next();
        }
    }

    @Test
    void servers_are_believed_by_their_authority_and_name() throws Exception {
        var folder = Given.folder();
        var token = Given.access(folder, "orders");
        try (var server = tlsServer(folder, false)) {
            var believing = Tls.believing(folder.resolve("ca.pem"));
            assertTrue(ask(server.address, token, believing) > 0);
            var other = Tls.believing(folder.resolve("other.pem"));
            assertRefused("store-unavailable", () -> ask(server.address, token, other));
            var elsewhere = server.address.replace("127.0.0.1", "localhost");
            assertRefused("store-unavailable", () -> ask(elsewhere, token, believing));
        }
    }

    @Test
    void a_certificate_is_shown_where_one_is_required() throws Exception {
        var folder = Given.folder();
        var token = Given.access(folder, "orders");
        try (var server = tlsServer(folder, true)) {
            var authority = folder.resolve("ca.pem");
            var shown = Tls.believing(authority, folder.resolve("client.pem"), folder.resolve("client.key"));
            assertTrue(ask(server.address, token, shown) > 0);
            assertRefused("store-unavailable", () -> ask(server.address, token, Tls.believing(authority)));
        }
    }

    @Test
    void unusable_files_are_named() throws Exception {
        var empty = Files.createFile(Given.folder().resolve("empty.pem"));
        for (var wrong : List.of(empty, Path.of("nowhere.pem"))) {
            var told = assertThrows(VestaException.class, () -> Tls.believing(wrong));
            assertTrue(told.getMessage().startsWith(wrong.toString()), told::toString);
        }
    }
}
