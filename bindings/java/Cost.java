import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Comparator;
import local.vesta.Generator;
import local.vesta.Query;
import local.vesta.Vesta;

/**
 * What an ID costs, in ns: minima of 300, of which the first warm up. `java -cp vesta-ids-0.2.0.jar Cost.java`. A generator
 * makes a million IDs a second at most; more would measure the wait.
 */
final class Cost {
    private static void cheapest(String name, int count, Runnable work) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < 300; round++) {
            long begin = System.nanoTime();
            work.run();
            best = Math.min(best, (double) (System.nanoTime() - begin) / count);
        }
        System.out.printf("%-24s %.2f%n", name, best);
    }

    private static void one(Generator from, int count) {
        for (int made = 0; made < count; made++) from.next();
    }

    public static void main(String[] words) throws IOException {
        var folder = Files.createTempDirectory("vesta-cost-");
        var settings = """
                machine-id: { property: { id: 1000 }, takeover-margin: 0ms }
                generators: { default: { kind: vesta, type: max-peak } }
                state: { dir: "%s" }
                """.formatted(folder);
        try (var ids = Vesta.openText(settings)) {
            var plain = ids.generator("");
            var ahead = ids.generator(Query.of("").prefetch(10_000, Duration.ofSeconds(1)));
            var many = new long[10_000];
            cheapest("next", 5_000, () -> one(plain, 5_000));
            cheapest("next, prefetching", 10_000, () -> one(ahead, 10_000));
            cheapest("fill, 10,000", 10_000, () -> plain.fill(many));
        }
        try (var all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
        }
    }
}
