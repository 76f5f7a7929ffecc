package local.vesta;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Connections to servers. Each call under way has one of its own, kept for later ones. */
final class Pool {
    /** For so long a server that did not answer is asked after all others. */
    private static final long AWAY_NS = Duration.ofSeconds(30).toNanos();

    private final Servers servers;
    private final Map<Servers.Address, Deque<Connection>> idle = new HashMap<>();
    private final Map<Servers.Address, Long> failed = new HashMap<>(); // when servers did not answer, of nanoTime
    private boolean closed; // all three are guarded by this

    Pool(Servers servers) {
        this.servers = servers;
    }

    /** In the order in which to ask them. */
    synchronized List<Servers.Address> servers() {
        return servers.all.stream().sorted(Comparator.comparing(this::isAway)).toList();
    }

    private boolean isAway(Servers.Address server) {
        var since = failed.get(server);
        return since != null && System.nanoTime() - since < AWAY_NS;
    }

    /** What that server answers. A command may be sent twice: then there is a gap. */
    Object call(Servers.Address server, List<String> words) throws IOException {
        try {
            var got = callByAny(server, words);
            synchronized (this) {
                failed.remove(server);
            }
            return got;
        } catch (IOException reason) {
            synchronized (this) {
                failed.put(server, System.nanoTime());
            }
            throw reason;
        }
    }

    private Object callByAny(Servers.Address server, List<String> words) throws IOException {
        var kept = kept(server);
        if (kept != null) {
            try {
                return callOn(kept, server, words);
            } catch (IOException startedAnew) {
                // since that connection was used
            }
        }
        return callOn(dial(server), server, words);
    }

    synchronized void close() {
        closed = true;
        for (var all : idle.values()) all.forEach(Connection::close);
        idle.clear();
    }

    private synchronized Connection kept(Servers.Address server) {
        if (closed) throw new VestaException(Code.CLOSED, "the client is closed");
        return idle.computeIfAbsent(server, each -> new ArrayDeque<>()).pollLast();
    }

    private synchronized void keep(Connection done, Servers.Address server) {
        if (closed) done.close();
        else idle.get(server).addLast(done);
    }

    private Object callOn(Connection on, Servers.Address server, List<String> words) throws IOException {
        var got = asked(on, words);
        keep(on, server);
        if (got instanceof VestaException refused) throw refused;
        return got;
    }

    private Connection dial(Servers.Address server) throws IOException {
        var made = new Connection(server, servers.tls, (int) servers.timeout.toMillis());
        if (servers.password == null) return made;
        var words = servers.user.isEmpty()
                ? List.of("AUTH", servers.password)
                : List.of("AUTH", servers.user, servers.password);
        if (asked(made, words) instanceof VestaException refused) {
            made.close();
            throw refused;
        }
        return made;
    }

    /** Closes a connection on which answers may be left. */
    private static Object asked(Connection on, List<String> words) throws IOException {
        try {
            return on.call(words);
        } catch (IOException | RuntimeException reason) {
            on.close();
            throw reason;
        }
    }
}
