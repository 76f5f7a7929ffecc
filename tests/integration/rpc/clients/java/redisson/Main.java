// Redisson, which sends no commands but its own: numbers of a tag; see ../../README.md.
import java.util.List;
import java.util.stream.IntStream;
import org.redisson.Redisson;
import org.redisson.api.BatchOptions;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

public class Main extends Told {
    final RedissonClient ids;

    Main(RedissonClient ids) {
        this.ids = ids;
    }

    @Override
    void tellOfIds() {
        tell("counts", List.of());
    }

    @Override
    Object ask(String... words) {
        throw new UnsupportedOperationException();
    }

    @Override
    Object one() {
        return incr("order");
    }

    List<?> batch(int count, BatchOptions options) {
        var batch = ids.createBatch(options);
        IntStream.range(0, count).forEach(each -> batch.getAtomicLong("order").incrementAndGetAsync());
        return batch.execute().getResponses();
    }

    @Override
    List<?> pipelined(int count) {
        return batch(count, BatchOptions.defaults());
    }

    @Override
    List<?> multi() {
        return batch(2, BatchOptions.defaults().executionMode(BatchOptions.ExecutionMode.IN_MEMORY_ATOMIC));
    }

    @Override
    Object incr(String tag) {
        return ids.getAtomicLong(tag).incrementAndGet();
    }

    @Override
    Object incrBy(String tag, long more) {
        return ids.getAtomicLong(tag).addAndGet(more);
    }

    @Override
    Object get(String tag) {
        return ids.getAtomicLong(tag).get();
    }

    @Override
    boolean exists(String tag) {
        return ids.getAtomicLong(tag).isExists();
    }

    public static void main(String[] words) throws Exception {
        var given = Words.of(words);
        var config = new Config();
        String address = "redis://127.0.0.1:" + given.port();
        if (given.clustered()) {
            config.useClusterServers().addNodeAddress(address).setPassword(given.password());
        } else {
            config.useSingleServer().setAddress(address).setPassword(given.password());
        }
        var ids = Redisson.create(config);
        new Main(ids).run(given.count());
        ids.shutdown();
    }
}
