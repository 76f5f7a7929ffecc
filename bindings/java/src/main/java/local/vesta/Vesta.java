package local.vesta;

import java.nio.file.Path;

/** Unique 64-bit IDs, within the process or at Vesta's RPC servers, by one interface. */
public final class Vesta {
    private Vesta() {}

    /**
     * Opens the generators of a settings file in this process: it then holds machine IDs. Blocks on the file's stores.
     *
     * <p>Open one for each process. What is not closed when the process ends is not given back: the next start then waits up
     * to 3 s.
     */
    public static Ids open(Path settings) {
        return new Ids(Embedded.open(settings.toString(), false));
    }

    /** Opens settings given as YAML, or as JSON. */
    public static Ids openText(String settings) {
        return new Ids(Embedded.open(settings, true));
    }

    /**
     * Generators at the servers "host:port[,host:port...]"; {@link Servers} has more to say. It connects where it is used
     * first, and asks the next server where one fails.
     */
    public static Ids connect(String servers) {
        return Servers.at(servers).connect();
    }
}
