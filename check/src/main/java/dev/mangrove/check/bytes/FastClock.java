package dev.mangrove.check.bytes;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.service.ServicePlugin;
import dev.mangrove.server.state.ServerClock;
import dev.mangrove.server.state.ServerContext;

/**
 * Advances a server's clock much more often than its ticker does, so that entries expire between
 * any two steps of an operation.
 */
final class FastClock implements ServicePlugin {
    /** Chosen: about as long as a READ. */
    private static final long PAUSE_NANOS = 2_000;

    /** Chosen: most runs have ended by then; later the ticker alone advances the clock. */
    private static final int TICKS = 50_000;

    /** Until an index needs the clock. */
    private static final long LONG_PAUSE_NANOS = 50_000;

    @Override
    public void register(ServerContext context, ServiceTable services) {
        Host host = context.host();
        Host.Task _ = host.start("clock", () -> tick(host, context.clock()));
    }

    private static void tick(Host host, ServerClock clock) {
        for (int i = 0; i < TICKS; i++) {
            if (clock.isUsed()) {
                long _ = clock.advance();
                host.sleep(PAUSE_NANOS);
            } else {
                host.sleep(LONG_PAUSE_NANOS);
            }
        }
    }
}
