package user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static user.Given.assertRefused;
import static user.Given.forBoth;
import static user.Given.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import local.vesta.Code;
import local.vesta.Form;
import local.vesta.Parts;
import local.vesta.Vesta;
import org.junit.jupiter.api.Test;

/** What every binding gives for the same input. */
class VectorsTest {
    private static Parts parts(JsonNode from) {
        return new Parts(
                from.get("version").asLong(),
                from.get("type").asLong(),
                from.get("gen_method").asLong(),
                from.get("machine").asLong(),
                from.get("time").asLong(),
                from.get("seq").asLong(),
                Instant.ofEpochMilli(from.path("unix_ms").asLong()));
    }

    private static Form form(JsonNode name) {
        return Form.valueOf(name.asText().toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Test
    void ids_have_these_parts_and_are_made_of_them() throws Exception {
        forBoth(ids -> {
            for (var each : vectors("ids")) {
                var from = ids.generator(each.get("generator").asText());
                long id = Form.DECIMAL.parse(each.get("id").asText());
                assertEquals(parts(each.get("parts")), from.explain(id));
                assertEquals(id, from.make(parts(each.get("parts"))));
            }
        });
    }

    @Test
    void refuses_what_the_vectors_refuse() throws Exception {
        forBoth(ids -> {
            for (var each : vectors("refused_parts")) {
                var from = ids.generator(each.get("generator").asText());
                assertRefused(each.get("error").asText(), () -> from.make(parts(each.get("parts"))));
            }
            for (var each : vectors("refused_generators"))
                assertRefused(each.get("error").asText(), () -> ids.generator(each.get("generator").asText()).next());
        });
        for (var each : vectors("refused_settings"))
            assertRefused(each.get("error").asText(), () -> Vesta.openText(each.get("settings").toString()));
    }

    @Test
    void texts_are_those_of_the_vectors() {
        for (var each : vectors("texts")) {
            long id = Form.DECIMAL.parse(each.get("id").asText());
            for (var form : Form.values()) {
                if (form == Form.TYPEID) continue;
                assertEquals(each.get(form.toString()).asText(), form.text(id));
                assertEquals(id, form.parse(form.text(id)));
            }
        }
        for (var each : vectors("lenient_texts"))
            assertEquals(each.get("id").asText(), "" + form(each.get("form")).parse(each.get("text").asText()));
        for (var each : vectors("refused_texts"))
            assertRefused("invalid-argument", () -> form(each.get("form")).parse(each.get("text").asText()));
    }

    @Test
    void texts_of_128_bits_are_those_of_the_vectors() {
        for (var each : vectors("uuid_texts")) {
            var id = UUID.fromString(each.get("uuid").asText());
            for (var form : Form.values()) {
                if (form == Form.DECIMAL) continue;
                assertEquals(each.get(form.toString()).asText(), form.text(id));
                assertEquals(id, form.uuid(form.text(id)));
            }
        }
        for (var each : vectors("lenient_uuid_texts"))
            assertEquals(each.get("uuid").asText(), form(each.get("form")).uuid(each.get("text").asText()).toString());
        for (var each : vectors("refused_uuid_texts"))
            assertRefused("invalid-argument", () -> form(each.get("form")).uuid(each.get("text").asText()));
        assertRefused("invalid-argument", () -> Form.TYPEID.text(1));
        assertRefused("invalid-argument", () -> Form.DECIMAL.text(new UUID(1, 2)));
    }

    @Test
    void ids_of_128_bits_have_these_parts() throws Exception {
        forBoth(ids -> {
            for (var each : vectors("uuids")) {
                var from = ids.generator(each.get("generator").asText());
                assertEquals(parts(each.get("parts")), from.explain(UUID.fromString(each.get("uuid").asText())));
            }
            for (var each : vectors("refused_uuids")) {
                var from = ids.generator(each.get("generator").asText());
                assertRefused(each.get("error").asText(), () -> from.explain(UUID.fromString(each.get("uuid").asText())));
            }
        });
    }

    @Test
    void codes_have_the_names_of_the_vectors() {
        for (var each : vectors("codes").properties()) {
            var code = Code.values()[Integer.parseInt(each.getKey()) - 1];
            assertEquals(each.getValue().asText(), code.toString());
        }
    }
}
