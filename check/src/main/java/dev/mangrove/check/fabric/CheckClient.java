package dev.mangrove.check.fabric;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.host.Host;

import java.net.URI;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * One client thread of a run: it works until it is done or has lost the server too often. Each
 * connection is a life; what was under way when a life ended is left open.
 */
abstract class CheckClient {
    private static final int LIVES = 3;
    private static final Duration TIMEOUT = Duration.ofMillis(20);

    private final Fabric fabric;
    private final URI target;
    private final RegionHandle region;
    private final RandomGenerator random;

    CheckClient(Fabric fabric, URI target, RegionHandle region) {
        this.fabric = fabric;
        this.target = target;
        this.region = region;
        this.random = fabric.host().random();
    }

    /** The thread's code. */
    final void run() {
        for (int life = 0; life < LIVES && !isDone(); life++) {
            try (Endpoint endpoint =
                    fabric.endpoint(EndpointOptions.DEFAULT.withTimeout(TIMEOUT))) {
                Channel channel = endpoint.connect(target);
                channel.attach(region);
                work(channel);
            } catch (FabricException e) {
                onLoss(e);
            }
        }
    }

    /** Works over one connection until done; a failure of the connection ends it. */
    abstract void work(Channel channel);

    /** Whether there is nothing left to do. */
    abstract boolean isDone();

    /** The connection failed. */
    void onLoss(FabricException reason) {}

    final RandomGenerator random() {
        return random;
    }

    final Host host() {
        return fabric.host();
    }

    final long at(long offset) {
        return region.address(offset);
    }
}
