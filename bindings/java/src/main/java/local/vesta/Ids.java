package local.vesta;

/** Generators by name: within this process ({@link Vesta#open}) or at servers ({@link Vesta#connect}). Safe for threads. */
public final class Ids implements AutoCloseable {
    private final Origin origin;

    Ids(Origin origin) {
        this.origin = origin;
    }

    /** Finds a generator; "" is the one named default. Whether servers have it shows when it is used. */
    public Generator generator(String name) {
        return generator(Query.of(name));
    }

    /** Finds a generator. */
    public Generator generator(Query query) {
        return new Generator(origin.find(query), query);
    }

    /**
     * Gives back unused time and numbers, or closes connections. Its generators then throw {@link Code#CLOSED}, but for IDs
     * that were prefetched and are fresh.
     *
     * @throws VestaException not all was given back; it is closed anyway
     */
    @Override
    public void close() {
        origin.close();
    }
}
