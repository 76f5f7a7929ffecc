// Jedis; see ../../README.md.
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.commands.ProtocolCommand;

public class Main extends Told {
    static ProtocolCommand named(String name) {
        return () -> name.getBytes(StandardCharsets.US_ASCII);
    }

    final UnifiedJedis ids;

    Main(UnifiedJedis ids) {
        this.ids = ids;
    }

    @Override
    Object ask(String... words) {
        return ids.sendCommand(named(words[0]), Arrays.copyOfRange(words, 1, words.length));
    }

    @Override
    List<?> pipelined(int count) {
        try (var batch = ids.pipelined()) {
            var asked = Stream.generate(() -> batch.sendCommand(named("GENID"), new String[0])).limit(count).toList();
            batch.sync();
            return asked.stream().map(Response::get).toList();
        }
    }

    @Override
    List<?> multi() {
        if (ids instanceof RedisClusterClient) return null;
        try (var batch = ids.multi()) {
            batch.incr("order");
            batch.incr("order");
            return batch.exec();
        }
    }

    @Override
    Object incr(String tag) {
        return ids.incr(tag);
    }

    @Override
    Object incrBy(String tag, long more) {
        return ids.incrBy(tag, more);
    }

    @Override
    Object get(String tag) {
        return ids.get(tag);
    }

    @Override
    boolean exists(String tag) {
        return ids.exists(tag);
    }

    static UnifiedJedis connect(Words given) {
        if (given.clustered()) {
            var where = new HostAndPort("127.0.0.1", given.port());
            return given.password() != null ? RedisClusterClient.create(Set.of(where), null, given.password())
                                            : RedisClusterClient.create(where);
        }
        return given.password() != null ? RedisClient.create("127.0.0.1", given.port(), null, given.password())
                                        : RedisClient.create("127.0.0.1", given.port());
    }

    public static void main(String[] words) throws Exception {
        var given = Words.of(words);
        try (var ids = connect(given)) {
            new Main(ids).run(given.count());
        }
    }
}
