package dev.mangrove.reproduce;

/** What may bound the throughput of a run. */
public enum Resource {
    /** The busiest station of a card: requests out, all requests in, requests in of one verb. */
    CARD("card"),
    /** The bus of a card to memory: bytes, or reads under way. */
    BUS("bus"),
    /** The link of a host, in the busier direction. */
    LINK("link"),
    /** Work of the busiest server's threads, to the time of all its workers. */
    SERVER_CORES("server cores"),
    /** Work of all client threads, to the time that they have. */
    CLIENT_CORES("client cores"),
    /**
     * Time that client threads wait for other threads and try for latches in vain, to the time that
     * they have; or the time that atomics hold the hottest word of a card, if that is more.
     */
    LOCK("lock");

    private final String text;

    Resource(String text) {
        this.text = text;
    }

    /** The name in tables. */
    public String text() {
        return text;
    }

    /** Whether it belongs to the network: more clients or servers' threads do not help. */
    public boolean isNetwork() {
        return this == CARD || this == BUS || this == LINK;
    }
}
