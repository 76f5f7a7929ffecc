// Lettuce; see ../README.md.
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.ObjectOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class Main {
    enum Vesta implements ProtocolKeyword {
        GENID, RANGE, EXPID;

        @Override
        public byte[] getBytes() {
            return name().getBytes(StandardCharsets.US_ASCII);
        }
    }

    static final StringCodec CODEC = StringCodec.UTF8;

    static <T> RedisFuture<T> ask(StatefulRedisConnection<String, String> to, CommandOutput<String, String, T> output,
            Vesta command, String... words) {
        var arguments = new CommandArgs<>(CODEC);
        for (String each : words) arguments.add(each);
        return to.async().dispatch(command, output, arguments);
    }

    static RedisFuture<Long> one(StatefulRedisConnection<String, String> to) {
        return ask(to, new IntegerOutput<>(CODEC), Vesta.GENID);
    }

    static void tell(String word, List<?> values) {
        StringBuilder line = new StringBuilder(word);
        values.forEach(each -> line.append(' ').append(each));
        System.out.println(line);
    }

    static List<Long> pipelined(StatefulRedisConnection<String, String> to) throws Exception {
        to.setAutoFlushCommands(false);
        List<RedisFuture<Long>> asked = new ArrayList<>();
        for (int i = 0; i < 100; ++i) asked.add(one(to));
        to.flushCommands();
        to.setAutoFlushCommands(true);
        List<Long> got = new ArrayList<>();
        for (var each : asked) got.add(each.get());
        return got;
    }

    static void tellAll(StatefulRedisConnection<String, String> to) throws Exception {
        var redis = to.sync();
        tell("one", List.of(one(to).get()));
        tell("many", ask(to, new ArrayOutput<>(CODEC), Vesta.GENID, "COUNT", "1000").get());
        tell("pipelined", pipelined(to));
        tell("incr", List.of(redis.incr("order"), redis.incr("order")));
        tell("incrby", List.of(redis.incrby("order", 10)));
        tell("range", ask(to, new ArrayOutput<>(CODEC), Vesta.RANGE, "default", "50").get());
        var fields = (Map<?, ?>) ask(to, new ObjectOutput<>(CODEC), Vesta.EXPID, one(to).get().toString()).get();
        tell("genmethod", List.of(fields.get("genMethod")));
        try {
            to.sync().dispatch(Vesta.GENID, new IntegerOutput<>(CODEC), new CommandArgs<>(CODEC).add("GENERATOR").add("nope"));
        } catch (RedisCommandExecutionException refused) {
            tell("error", List.of(refused.getMessage().split(" ")[0]));
        }
    }

    public static void main(String[] words) throws Exception {
        var where = RedisURI.create("127.0.0.1", Integer.parseInt(words[0]));
        if (words.length > 1) where.setCredentialsProvider(
                io.lettuce.core.RedisCredentialsProvider.from(() -> io.lettuce.core.RedisCredentials.just(null, words[1])));
        var client = RedisClient.create(where);
        try (var to = client.connect()) {
            tellAll(to);
            tell("restart", List.of());
            System.in.read();
            for (Long again = null; again == null; ) {
                try {
                    again = to.sync().dispatch(Vesta.GENID, new IntegerOutput<>(CODEC), new CommandArgs<>(CODEC));
                    tell("again", List.of(again));
                } catch (RedisException gone) {
                    // it connects again by itself
                }
            }
        }
        client.shutdown();
    }
}
