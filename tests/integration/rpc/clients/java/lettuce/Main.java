// Lettuce; see ../../README.md.
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class Main extends Told {
    enum Vesta implements ProtocolKeyword {
        GENID, RANGE, EXPID;

        @Override
        public byte[] getBytes() {
            return toString().getBytes(StandardCharsets.US_ASCII);
        }
    }

    final StatefulConnection<String, String> to;
    final RedisClusterAsyncCommands<String, String> ids; // which those of one server extend

    Main(StatefulConnection<String, String> to, RedisClusterAsyncCommands<String, String> ids) {
        this.to = to;
        this.ids = ids;
    }

    /** A Lettuce command says what answer it expects. */
    <T> RedisFuture<T> send(CommandOutput<String, String, T> expected, String... words) {
        var arguments = new CommandArgs<>(StringCodec.UTF8);
        for (String each : Arrays.asList(words).subList(1, words.length)) arguments.add(each);
        return ids.dispatch(Vesta.valueOf(words[0]), expected, arguments);
    }

    RedisFuture<Long> genid() {
        return send(new IntegerOutput<>(StringCodec.UTF8), "GENID");
    }

    @Override
    Object one() throws Exception {
        return genid().get();
    }

    @Override
    Object ask(String... words) throws Exception {
        return send(new ArrayOutput<>(StringCodec.UTF8), words).get();
    }

    @Override
    List<?> pipelined(int count) throws Exception {
        List<RedisFuture<Long>> asked = new ArrayList<>();
        to.setAutoFlushCommands(false);
        while (asked.size() < count) asked.add(genid());
        to.flushCommands();
        to.setAutoFlushCommands(true);
        List<Object> got = new ArrayList<>();
        for (var each : asked) got.add(each.get());
        return got;
    }

    @Override
    List<?> multi() {
        if (!(to instanceof StatefulRedisConnection<String, String> one)) return null;
        var redis = one.sync();
        redis.multi();
        redis.incr("order");
        redis.incr("order");
        return redis.exec().stream().toList();
    }

    @Override
    Object incr(String tag) {
        return ids.incr(tag).toCompletableFuture().join();
    }

    @Override
    Object incrBy(String tag, long more) {
        return ids.incrby(tag, more).toCompletableFuture().join();
    }

    @Override
    Object get(String tag) {
        return ids.get(tag).toCompletableFuture().join();
    }

    @Override
    boolean exists(String tag) {
        return ids.exists(tag).toCompletableFuture().join() == 1;
    }

    public static void main(String[] words) throws Exception {
        var given = Words.of(words);
        var where = RedisURI.builder().withHost("127.0.0.1").withPort(given.port());
        if (given.password() != null) where.withPassword(given.password().toCharArray());
        if (given.clustered()) {
            var client = RedisClusterClient.create(where.build());
            try (var to = client.connect()) {
                new Main(to, to.async()).run(given.count());
            }
            client.shutdown();
        } else {
            var client = RedisClient.create(where.build());
            try (var to = client.connect()) {
                new Main(to, to.async()).run(given.count());
            }
            client.shutdown();
        }
    }
}
