package user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static user.Given.assertRefused;
import static user.Given.forBoth;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import local.vesta.Form;
import local.vesta.Query;
import local.vesta.Vesta;
import org.junit.jupiter.api.Test;

/** What embedded and remote generators promise alike, and what embedded ones do alone. */
class GeneratorsTest {
    private static Query ahead(String name, int count) {
        return Query.of(name).prefetch(count, Duration.ofMinutes(1));
    }

    @Test
    void one_thread_sees_increasing_ids() throws Exception {
        forBoth(ids -> {
            for (var from : List.of(ids.generator(""), ids.generator(ahead("default", 100)))) {
                long[] first = from.stream().limit(1000).toArray();
                long[] made = LongStream.concat(LongStream.of(first), LongStream.of(from.take(10_500))).toArray();
                assertTrue(LongStream.range(1, made.length).allMatch(at -> made[(int) at - 1] < made[(int) at]));
                assertEquals(11_500, made.length);
            }
        });
    }

    @Test
    void ids_of_128_bits_increase() throws Exception {
        forBoth(ids -> {
            for (var name : List.of("uuid7", "ulid")) {
                var from = ids.generator(name);
                var made = new ArrayList<>(List.of(from.nextUuid()));
                made.addAll(List.of(from.takeUuids(10_500)));
                for (int at = 1; at < made.size(); at++)
                    assertTrue(made.get(at - 1).toString().compareTo(made.get(at).toString()) < 0);
                assertEquals(0, from.takeUuids(0).length);
                assertRefused("invalid-argument", () -> from.takeUuids(-1));
                assertRefused("invalid-argument", from::next);
            }
            assertRefused("invalid-argument", () -> ids.generator("").nextUuid());
        });
    }

    @Test
    void threads_get_different_ids() throws Exception {
        forBoth(ids -> {
            for (var from : List.of(ids.generator(""), ids.generator(ahead("peak", 64)))) {
                Set<Long> made = ConcurrentHashMap.newKeySet();
                Runnable work = () -> {
                    for (int count = 0; count < 1000; count++) made.add(from.next());
                    for (long each : from.take(100)) made.add(each);
                };
                var threads = LongStream.range(0, 8).mapToObj(each -> new Thread(work)).toList();
                threads.forEach(Thread::start);
                for (var each : threads) each.join();
                var others = otherThreads();
                for (int each = 0; each < 8; each++) others.execute(work);
                others.shutdown();
                assertTrue(others.awaitTermination(1, TimeUnit.MINUTES));
                assertEquals(16 * 1100, made.size());
            }
        });
    }

    /** Virtual ones where Java has them, from 21 on. */
    private static ExecutorService otherThreads() throws ReflectiveOperationException {
        if (Runtime.version().feature() < 21) return Executors.newCachedThreadPool();
        return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    @Test
    void java_22_and_later_take_no_jni() {
        var from = Vesta.class.getResource("Native.class").toString();
        assertEquals(Runtime.version().feature() >= 22, from.contains("META-INF/versions/22/"), from);
    }

    @Test
    void prefetched_ids_expire() throws Exception {
        try (var ids = Given.open(Given.folder())) {
            var from = ids.generator(Query.of("peak").prefetch(1000, Duration.ofNanos(1)));
            var first = from.explain(from.next());
            var second = from.explain(from.next());
            assertFalse(first.time() == second.time() && first.seq() + 1 == second.seq()); // else of the first one's range
        }
    }

    @Test
    void a_closed_one_refuses() throws Exception {
        forBoth(ids -> {
            var from = ids.generator("");
            ids.close();
            ids.close();
            assertRefused("closed", from::next);
            assertRefused("closed", () -> from.take(2));
            assertRefused("closed", () -> from.explain(1));
            assertRefused("closed", () -> ids.generator("peak").next());
        });
    }

    @Test
    void bad_requests_are_refused() throws Exception {
        assertRefused("invalid-argument", () -> Query.of("").prefetch(-1, Duration.ofSeconds(1)));
        assertRefused("invalid-argument", () -> Query.of("").prefetch(1, Duration.ZERO));
        forBoth(ids -> {
            assertRefused("invalid-argument", () -> ids.generator("").take(-1));
            assertRefused("invalid-argument", () -> ids.generator(Query.of("").tag("orders")).next());
            assertRefused("invalid-argument", () -> ids.generator("").explainSharded(1));
            assertEquals(0, ids.generator("").take(0).length);
        });
        try (var ids = Given.open(Given.folder())) {
            assertRefused("invalid-argument", () -> ids.generator("a\0b"));
            assertRefused("not-found", () -> ids.generator("größe"));
        }
    }

    @Test
    void settings_come_as_a_file_too() throws Exception {
        var folder = Given.folder();
        var file = folder.resolve("vesta.yaml");
        Files.writeString(file, Given.settings(folder).toString());
        try (var ids = Vesta.open(file)) {
            assertTrue(ids.generator("").next() > 0);
        }
        assertRefused("invalid-settings", () -> Vesta.open(Path.of("nowhere.yaml")));
    }

    @Test
    void closing_gives_the_state_back() throws Exception {
        var given = Given.settings(Given.folder()).toString();
        try (var ids = Vesta.openText(given)) {
            assertRefused("in-use", () -> Vesta.openText(given));
        }
        Vesta.openText(given).close();
    }

    @Test
    void texts_of_other_scripts_are_no_ids() {
        assertRefused("invalid-argument", () -> Form.DECIMAL.parse("١"));
        assertRefused("invalid-argument", () -> Form.UUID.parse("00000000-0000-8000-8000-00000000000ı"));
        assertRefused("invalid-argument", () -> Form.BASE32.parse("000000000000ı"));
    }
}
