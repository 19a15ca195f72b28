package org.example.counters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.bytes.BytesIndex;

import java.time.Duration;

/**
 * Allows a user five requests in some seconds. The first request starts a counter that ends by
 * itself after this time, so nobody has to clean up. With the URI of a memory server, the requests
 * to all processes count together; without it, a server runs within the process.
 */
public final class RateLimiter {
    private static final int MOST = 5;
    private static final int REQUESTS = 8;

    private final BytesIndex counters;
    private final Duration window;

    private RateLimiter(BytesIndex counters, Duration window) {
        this.counters = counters;
        this.window = window;
    }

    /** Arguments: name of the user, seconds, and perhaps the URI of a memory server. */
    public static void main(String[] args) {
        try (Mangrove mangrove = args.length < 3 ? Mangrove.embedded() : Mangrove.connect(args[2]);
                BytesIndex counters = mangrove.bytes("counters")) {
            Duration window = Duration.ofSeconds(Long.parseLong(args[1]));
            RateLimiter limiter = new RateLimiter(counters, window);
            int allowed = 0;
            for (int i = 0; i < REQUESTS; i++) {
                allowed += limiter.allows(args[0]) ? 1 : 0;
            }
            System.out.println(args[0] + ": " + allowed + " of " + REQUESTS + " requests allowed");
        }
    }

    /** Counts a request. Only the first one of a window sets the counter's time to live. */
    private boolean allows(String user) {
        return counters.add(("requests:" + user).getBytes(UTF_8), 1, window) <= MOST;
    }
}
