// What each program of Java's clients does; see ../README.md.
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

abstract class Told {
    /** The words [cluster] PORT COUNT [PASSWORD]; without a password it is null. */
    record Words(boolean clustered, int port, int count, String password) {
        static Words of(String[] all) {
            int first = all[0].equals("cluster") ? 1 : 0;
            return new Words(first == 1, Integer.parseInt(all[first]), Integer.parseInt(all[first + 1]),
                             all.length > first + 2 ? all[first + 2] : null);
        }
    }

    /** Any command; its answer is a number, text (or its bytes), a list or a map. */
    abstract Object ask(String... words) throws Exception;

    /** As many IDs, asked for in one pipeline. */
    abstract List<?> pipelined(int count) throws Exception;

    /** INCR order, twice, in a transaction; null where the client has none. */
    abstract List<?> multi() throws Exception;

    abstract Object incr(String tag);

    abstract Object incrBy(String tag, long more);

    abstract Object get(String tag);

    abstract boolean exists(String tag);

    /** One ID. */
    Object one() throws Exception {
        return ask("GENID");
    }

    /** What only a client can do that sends any command. */
    void tellOfIds() throws Exception {
        Object one = one();
        tell("type", List.of(one.getClass().getSimpleName()));
        tell("one", List.of(one));
        tell("many", (List<?>) ask("GENID", "COUNT", "1000"));
        tell("range", (List<?>) ask("RANGE", "default", "50"));
        tell("genmethod", List.of(genMethod(ask("EXPID", one.toString()))));
        try {
            ask("GENID", "GENERATOR", "nope");
        } catch (Exception refused) {
            tell("error", List.of(reason(refused).split(" ")[0]));
        }
    }

    static String reason(Throwable refused) {
        while (refused.getCause() != null) refused = refused.getCause();
        return refused.getMessage();
    }

    /** Of a map, which clients give as such, as a list of its entries, or, in RESP2, as a list of keys and values. */
    static Object genMethod(Object fields) {
        List<Object> flat = new ArrayList<>();
        for (Object each : fields instanceof Map<?, ?> map ? map.entrySet() : (List<?>) fields)
            flat.addAll(each instanceof Map.Entry<?, ?> pair ? List.of(pair.getKey(), pair.getValue()) : List.of(each));
        return flat.get(flat.stream().map(Told::plain).toList().indexOf("genMethod") + 1);
    }

    static String plain(Object value) {
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.US_ASCII) : value.toString();
    }

    static void tell(String word, List<?> values) {
        var line = new StringBuilder(word);
        values.forEach(each -> line.append(' ').append(plain(each)));
        System.out.println(line);
    }

    void run(int count) throws Exception {
        tellOfIds();
        tell("pipelined", pipelined(100));
        tell("incr", List.of(incr("order"), incr("order")));
        List<?> both = multi();
        if (both != null) tell("multi", both);
        tell("incrby", List.of(incrBy("order", 10)));
        tell("get", List.of(get("order")));
        tell("exists", List.of(exists("order") ? 1 : 0));
        List<Object> plenty = new ArrayList<>();
        while (plenty.size() < count) plenty.addAll(pipelined(1000));
        tell("plenty", plenty);
        tell("restart", List.of());
        System.in.read();
        again();
    }

    void again() throws Exception {
        for (int failed = 0;; ++failed) {
            try {
                Object one = one();
                tell("failed", List.of(failed));
                tell("again", List.of(one));
                return;
            } catch (Exception gone) {
                Thread.sleep(10);
            }
        }
    }
}
