package dev.mangrove.check.stress;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.page.Page;

/**
 * Settings of a run.
 *
 * @param design of the index
 * @param fabric {@link #SHM} or {@link #TCP}
 * @param seconds duration of the work
 * @param clients number of client processes at a time
 * @param servers number of server processes
 * @param fanout maximum entries per page; few, so that pages split and merge often
 * @param seed of kills, pauses and operations
 */
public record StressSettings(
        Design design,
        String fabric,
        double seconds,
        int clients,
        int servers,
        int fanout,
        long seed) {
    /** Clients use the servers' memory in place, or verbs that their own processes execute. */
    public static final String SHM = "shm";

    /** The servers execute the clients' verbs, and can keep out a client that is paused. */
    public static final String TCP = "tcp";

    private static final double MOST_SECONDS = 3600;
    private static final int MOST_PROCESSES = 32;
    private static final int SMALLEST_FANOUT = 4;
    private static final int PAGE_BYTES = 512;

    /** Rejects numbers out of range. */
    public StressSettings {
        if (!fabric.equals(SHM) && !fabric.equals(TCP)) {
            throw new IllegalArgumentException("fabric: shm or tcp, not " + fabric);
        }
        if (!(seconds > 0) || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException("seconds: more than 0 to 3600, not " + seconds);
        }
        if (clients < 1 || clients > MOST_PROCESSES || servers < 1 || servers > MOST_PROCESSES) {
            throw new IllegalArgumentException(
                    "clients and servers: 1 to 32, not %d and %d".formatted(clients, servers));
        }
        if (fanout < SMALLEST_FANOUT || fanout > Page.slots(PAGE_BYTES)) {
            throw new IllegalArgumentException(
                    "fanout: 4 to %d, not %d".formatted(Page.slots(PAGE_BYTES), fanout));
        }
    }

    /** Where a server of the run listens. */
    String place(int server) {
        return fabric.equals(TCP)
                ? "tcp://127.0.0.1:0"
                : "shm:stress-" + ProcessHandle.current().pid() + "-" + server;
    }

    /** Bytes of a page. */
    int pageBytes() {
        return PAGE_BYTES;
    }
}
