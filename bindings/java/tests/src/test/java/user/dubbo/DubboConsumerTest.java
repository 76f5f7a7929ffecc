package user.dubbo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import local.vesta.Ids;
import local.vesta.Vesta;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A consumer of Vesta for Java keeps its calls, and reads the IDs that it has. */
class DubboConsumerTest {
    // An ID in the layout of 2017: seconds since 2015, machine 1022, by REST.
    private static final long OLD = 2_319_542_600_899_494_910L;
    private static final Id OLD_PARTS = new Id(1022, 0, 12_758_739, 2, 0, 0);

    @TempDir
    Path folder;

    private Ids ids;
    private IdService service;

    @BeforeEach
    void open() {
        ids = Vesta.openText("""
            state: { dir: "%s" }
            machine-id: { property: { id: 1022 }, takeover-margin: 0ms }
            generators: { default: { kind: vesta, type: max-peak } }
            """.formatted(folder));
        service = new VestaIdService(ids.generator(""));
    }

    @AfterEach
    void close() {
        ids.close();
    }

    @Test
    void ids_increase() {
        long first = service.genId();
        assertTrue(service.genId() > first);
    }

    @Test
    void ids_of_before_are_taken_apart_and_built() {
        assertEquals(OLD_PARTS, service.expId(OLD));
        assertEquals(OLD, service.makeId(0, 0, 2, 12_758_739, 0, 1022));
        assertEquals(OLD, service.makeId(0, 2, 12_758_739, 0, 1022));
        assertEquals(OLD, service.makeId(2, 12_758_739, 0, 1022));
    }

    @Test
    void what_is_left_out_is_the_generators_own() {
        Id made = service.expId(service.genId());
        assertEquals(0, made.genMethod());
        assertEquals(new Id(1022, 7, 5, 0, 0, 0), service.expId(service.makeId(5, 7)));
        assertEquals(new Id(3, 7, 5, 0, 0, 0), service.expId(service.makeId(5, 7, 3)));
    }

    @Test
    void times_are_translated() {
        assertEquals(Date.from(Instant.parse("2015-05-28T08:05:39Z")), service.transTime(12_758_739));
    }

    @Test
    void another_type_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> service.makeId(0, 1, 0, 5, 7, 1022));
    }
}
