package local.vesta;

/** Where generators are. */
interface Origin {
    Source find(Query query);

    void close();
}
