package user;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static user.Given.assertRefused;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import local.vesta.Form;
import local.vesta.Ids;
import local.vesta.Query;
import local.vesta.Vesta;
import org.junit.jupiter.api.Test;
import user.Given.Server;

/** Numbers per tag and per application, which are in a database. */
class StoresTest {
    /** Settings with such generators, and application 1. */
    private static ObjectNode withNumbers(Path folder) throws Exception {
        var made = Given.settings(folder);
        made.putObject("stores").putObject("main").put("kind", "sqlite").put("file", folder.resolve("numbers.db").toString());
        var generators = (ObjectNode) made.get("generators");
        var numbers = generators.putObject("numbers").put("kind", "segment").put("store", "main").put("order", "strict");
        numbers.putObject("auto-create").put("step", 10);
        generators.putObject("sharded").put("kind", "sharded").put("store", "main");
        Files.writeString(folder.resolve("vesta.yaml"), made.toString());
        Given.run(folder, System.getenv("VESTA"), "sharded", "init", "--app", "1", "--name", "orders", "-c", "vesta.yaml");
        return made;
    }

    private static void assertCounts(Ids ids) {
        var tag = Query.of("numbers").tag("orders");
        assertArrayEquals(new long[] {1, 2, 3}, ids.generator(tag).take(3));
        var ahead = ids.generator(tag.prefetch(4, Duration.ofMinutes(1)));
        assertArrayEquals(new long[] {4, 5}, new long[] {ahead.next(), ahead.next()});
        assertRefused("invalid-argument", ahead::nextUuid);
        var sharded = ids.generator(Query.of("sharded").app(1, "13800000000"));
        long number = 1;
        for (long id : sharded.take(2)) {
            var parts = sharded.explainSharded(id);
            assertEquals(1, parts.app());
            assertEquals(number, parts.next());
            assertEquals(number++, parts.number().orElseThrow());
        }
        assertRefused("not-found", () -> ids.generator(Query.of("sharded").app(2, "x")).next());
    }

    @Test
    void tags_and_applications_count_at_servers() throws Exception {
        var folder = Given.folder();
        var given = withNumbers(folder);
        try (var server = new Server(folder, more -> more.setAll(given)); var ids = Vesta.connect(server.address)) {
            assertCounts(ids);
        }
    }

    /** {@code package} runs it a second time with a library beside which that of stores is. */
    @Test
    void tags_and_applications_count_in_the_process_where_the_library_of_stores_is() throws Exception {
        var given = withNumbers(Given.folder()).toString();
        if (System.getenv("VESTA_LIBRARY") == null) {
            assertRefused("invalid-settings", () -> Vesta.openText(given));
            return;
        }
        try (var ids = Vesta.openText(given)) {
            assertCounts(ids);
        }
    }

    @Test
    void outward_ids_have_these_behind_where_the_library_of_stores_is() throws Exception {
        var given = Given.settings(Given.folder());
        ((ObjectNode) given.get("generators")).set("outward", Given.vectors("outward_generator"));
        if (System.getenv("VESTA_LIBRARY") == null) {
            assertRefused("invalid-settings", () -> Vesta.openText(given.toString()));
            return;
        }
        try (var ids = Vesta.openText(given.toString())) {
            for (var each : Given.vectors("outward")) {
                long id = Form.DECIMAL.parse(each.get("id").asText());
                assertEquals(
                        each.get("inward").asText(), "" + ids.generator(each.get("generator").asText()).inward(id));
            }
            for (var each : Given.vectors("refused_outward")) {
                long id = Form.DECIMAL.parse(each.get("id").asText());
                var from = ids.generator(each.get("generator").asText());
                assertRefused(each.get("error").asText(), () -> from.inward(id));
            }
        }
    }
}
