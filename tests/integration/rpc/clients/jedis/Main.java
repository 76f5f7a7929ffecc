// Jedis; see ../README.md.
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.Response;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

public class Main {
    enum Vesta implements ProtocolCommand {
        GENID, RANGE, EXPID;

        @Override
        public byte[] getRaw() {
            return name().getBytes(StandardCharsets.US_ASCII);
        }
    }

    static void tell(String word, List<?> values) {
        StringBuilder line = new StringBuilder(word);
        values.forEach(each -> line.append(' ').append(each));
        System.out.println(line);
    }

    static List<Object> pipelined(Jedis ids) {
        List<Response<Object>> asked = new ArrayList<>();
        try (var batch = ids.pipelined()) {
            for (int i = 0; i < 100; ++i) asked.add(batch.sendCommand(Vesta.GENID, new String[0]));
            batch.sync();
        }
        return asked.stream().map(Response::get).toList();
    }

    static Object genMethod(Jedis ids) {
        var fields = (List<?>) ids.sendCommand(Vesta.EXPID, ids.sendCommand(Vesta.GENID).toString());
        for (int i = 0; i < fields.size(); i += 2)
            if (new String((byte[]) fields.get(i), StandardCharsets.US_ASCII).equals("genMethod")) return fields.get(i + 1);
        return null;
    }

    static void tellAll(Jedis ids) {
        tell("one", List.of(ids.sendCommand(Vesta.GENID)));
        tell("many", (List<?>) ids.sendCommand(Vesta.GENID, "COUNT", "1000"));
        tell("pipelined", pipelined(ids));
        tell("incr", List.of(ids.incr("order"), ids.incr("order")));
        tell("incrby", List.of(ids.incrBy("order", 10)));
        tell("range", (List<?>) ids.sendCommand(Vesta.RANGE, "default", "50"));
        tell("genmethod", List.of(genMethod(ids)));
        try {
            ids.sendCommand(Vesta.GENID, "GENERATOR", "nope");
        } catch (JedisDataException refused) {
            tell("error", List.of(refused.getMessage().split(" ")[0]));
        }
    }

    public static void main(String[] words) throws Exception {
        String password = words.length > 1 ? words[1] : null;
        try (var pool = new JedisPool("127.0.0.1", Integer.parseInt(words[0]), null, password)) {
            try (Jedis ids = pool.getResource()) {
                tellAll(ids);
            }
            tell("restart", List.of());
            System.in.read();
            for (Object again = null; again == null; ) {
                try (Jedis ids = pool.getResource()) {
                    again = ids.sendCommand(Vesta.GENID);
                    tell("again", List.of(again));
                } catch (JedisConnectionException gone) {
                    // the pool makes another connection
                }
            }
        }
    }
}
