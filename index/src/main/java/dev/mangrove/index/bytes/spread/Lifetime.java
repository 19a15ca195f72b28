package dev.mangrove.index.bytes.spread;

/** How long a new entry lives. */
interface Lifetime {
    /** The server at whose clock its extent should be, if the leaf is at this one. */
    default int server(int leaf) {
        return leaf;
    }

    /** The expiry, by the clock of the server that its extent is at. */
    long expiry(int server);

    /** A time to live in nanoseconds. */
    static Lifetime of(ServerClocks clocks, long ttl) {
        return server -> clocks.in(server, ttl);
    }

    /** The expiry that an entry has had, at a server whose clock was just read. */
    static Lifetime kept(ServerClocks clocks, int home, long expiry) {
        long left = clocks.left(home, expiry);
        return new Lifetime() {
            @Override
            public int server(int leaf) {
                return home;
            }

            @Override
            public long expiry(int server) {
                return server == home ? expiry : clocks.in(server, Math.max(1, left));
            }
        };
    }
}
