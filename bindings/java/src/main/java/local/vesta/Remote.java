package local.vesta;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;

/** Generators at servers: the commands of docs/rpc-protocol.md. */
final class Remote implements Origin {
    private static final int MOST_OF_ONE_COMMAND = 10_000;

    private final Pool pool;

    Remote(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Source find(Query query) {
        return new Asked(query);
    }

    @Override
    public void close() {
        pool.close();
    }

    /** The answer of the first server that can give one. */
    private Object call(List<String> words) {
        VestaException refused = null;
        IOException last = null;
        for (var server : pool.servers()) {
            try {
                return pool.call(server, words);
            } catch (IOException reason) {
                last = reason;
            } catch (VestaException reason) {
                if (reason.code() != Code.NOT_READY && reason.code() != Code.CLOCK_BEHIND) throw reason;
                refused = reason;
            }
        }
        if (refused != null) throw refused;
        throw new VestaException(Code.STORE_UNAVAILABLE, "no server answered: " + last, null, last);
    }

    private static VestaException unexpected(Object got) {
        return new VestaException(Code.INTERNAL, "the server's answer is " + got);
    }

    private static long number(Object from) {
        if (from instanceof Long number) return number;
        if (from instanceof String text && text.matches("-?\\d{1,19}")) return Long.parseLong(text); // rpc.ids: text
        if (from instanceof String text)
            throw new VestaException(Code.INVALID_ARGUMENT, text + " has 128 bits: nextUuid and takeUuids give such IDs");
        throw unexpected(from);
    }

    private static UUID uuid(Object from) {
        if (!(from instanceof String text)) throw unexpected(from);
        if (text.length() == 32) return Form.HEX.uuid(text);
        throw new VestaException(Code.INVALID_ARGUMENT, text + " has 64 bits: next and take give such IDs");
    }

    private static List<?> list(Object from) {
        if (from instanceof List<?> all) return all;
        throw unexpected(from);
    }

    /** A generator, or a tag of it. */
    private final class Asked implements Source {
        private final String name;
        private final List<String> which;

        Asked(Query query) {
            name = query.generator;
            if (query.tag != null) which = List.of("TAG", query.tag);
            else if (query.app != null) which = List.of("APP", query.app.toString(), "GATEPASS", query.gatePass);
            else which = List.of();
        }

        @Override
        public long one() {
            return number(ask("GENID", "GENERATOR", name));
        }

        @Override
        public void fill(long[] to, int from) {
            for (int at = from; at < to.length; ) {
                int count = Math.min(to.length - at, MOST_OF_ONE_COMMAND);
                var got = list(ask("GENID", "COUNT", Integer.toString(count), "GENERATOR", name));
                if (got.size() != count) throw unexpected(got.size() + " IDs; " + count + " were due");
                for (var each : got) to[at++] = number(each);
            }
        }

        @Override
        public Range reserve(long count) {
            var got = list(ask("RANGE", name, Long.toString(count)));
            if (got.size() != 3 || number(got.get(1)) < 1) throw unexpected(got);
            return new Range(number(got.get(0)), number(got.get(1)), number(got.get(2)));
        }

        @Override
        public UUID[] uuids(int count) {
            var made = new UUID[count];
            for (int at = 0; at < count; ) {
                int some = Math.min(count - at, MOST_OF_ONE_COMMAND);
                var got = list(ask("GENID", "COUNT", Integer.toString(some), "AS", "hex", "GENERATOR", name));
                if (got.size() != some) throw unexpected(got.size() + " IDs; " + some + " were due");
                for (var each : got) made[at++] = uuid(each);
            }
            return made;
        }

        @Override
        public long inward(long id) {
            throw new VestaException(
                    Code.INVALID_ARGUMENT,
                    "servers turn no outward ID back, for whoever may take IDs: open the settings that have the key");
        }

        @Override
        public Parts explain(long id) {
            return parts(Long.toString(id));
        }

        @Override
        public Parts explain(UUID id) {
            return parts(id.toString());
        }

        private Parts parts(String id) {
            var fields = fields(id);
            return new Parts(
                    field(fields, "version"),
                    field(fields, "type"),
                    field(fields, "genMethod"),
                    field(fields, "machine"),
                    field(fields, "time"),
                    field(fields, "seq"),
                    instant(fields.get("at")));
        }

        @Override
        public ShardedParts explainSharded(long id) {
            var fields = fields(Long.toString(id));
            if (!fields.containsKey("shard"))
                throw new VestaException(Code.INVALID_ARGUMENT, "generator " + name + " is not sharded");
            var number = fields.get("number") instanceof Long known ? OptionalLong.of(known) : OptionalLong.empty();
            return new ShardedParts(field(fields, "app"), field(fields, "shard"), field(fields, "next"), number);
        }

        @Override
        public long make(Parts of) {
            var words = new ArrayList<>(List.of("MAKEID", "GENERATOR", name));
            words.addAll(List.of("TIME", Long.toUnsignedString(of.time()), "SEQ", Long.toUnsignedString(of.seq())));
            words.addAll(List.of("MACHINE", Long.toUnsignedString(of.machine())));
            words.addAll(List.of("GENMETHOD", Long.toUnsignedString(of.genMethod())));
            words.addAll(List.of("VERSION", Long.toUnsignedString(of.version())));
            return number(call(words));
        }

        private Object ask(String... words) {
            var all = new ArrayList<>(List.of(words));
            all.addAll(which);
            return call(all);
        }

        /** A map is a flat array in RESP2. */
        private Map<Object, Object> fields(String id) {
            var got = list(call(List.of("EXPID", id, "GENERATOR", name)));
            var made = new HashMap<>();
            for (int at = 0; at + 1 < got.size(); at += 2) made.put(got.get(at), got.get(at + 1));
            return made;
        }

        private static long field(Map<Object, Object> fields, String name) {
            return fields.get(name) instanceof Long number ? number : 0;
        }

        private Instant instant(Object at) {
            try {
                return Instant.parse(String.valueOf(at));
            } catch (DateTimeParseException none) {
                var told = "generator " + name + " makes no IDs with a time; see explainSharded";
                throw new VestaException(Code.INVALID_ARGUMENT, told);
            }
        }
    }
}
