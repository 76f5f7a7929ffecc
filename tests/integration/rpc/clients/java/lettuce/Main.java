// Lettuce; see ../../README.md.
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
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

    final StatefulRedisConnection<String, String> to;

    Main(StatefulRedisConnection<String, String> to) {
        this.to = to;
    }

    /** A Lettuce command says what answer it expects. */
    <T> RedisFuture<T> send(CommandOutput<String, String, T> expected, String... words) {
        var arguments = new CommandArgs<>(StringCodec.UTF8);
        for (String each : Arrays.asList(words).subList(1, words.length)) arguments.add(each);
        return to.async().dispatch(Vesta.valueOf(words[0]), expected, arguments);
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
        var redis = to.sync();
        redis.multi();
        redis.incr("order");
        redis.incr("order");
        return redis.exec().stream().toList();
    }

    @Override
    Object incr(String tag) {
        return to.sync().incr(tag);
    }

    @Override
    Object incrBy(String tag, long more) {
        return to.sync().incrby(tag, more);
    }

    @Override
    Object get(String tag) {
        return to.sync().get(tag);
    }

    @Override
    boolean exists(String tag) {
        return to.sync().exists(tag) == 1;
    }

    public static void main(String[] words) throws Exception {
        var where = RedisURI.builder().withHost("127.0.0.1").withPort(Integer.parseInt(words[0]));
        if (words.length > 2) where.withPassword(words[2].toCharArray());
        var client = RedisClient.create(where.build());
        try (var to = client.connect()) {
            new Main(to).run(Integer.parseInt(words[1]));
        }
        client.shutdown();
    }
}
