package dev.mangrove.index.access;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.WordPageImage;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.lang.foreign.Arena;
import java.net.URI;

/** A simulated server with a latch, an empty leaf and room for another, and a client. */
final class OnePage implements AutoCloseable {
    static final int TAG = 7;

    private static final int REGION = 0x101;

    private final int pageSize;
    private final SimCluster cluster;
    private final SimHost client;
    private final Channel channel;

    OnePage(Profile profile, int pageSize) {
        this.pageSize = pageSize;
        cluster = new SimCluster(profile, 1, Faults.NONE, 0, null);
        SimHost server = cluster.addHost();
        URI uri = URI.create("sim://" + server.name() + ":1");
        Target target = server.fabric().listen(TargetOptions.at(uri));
        Region region = target.allocate(REGION, 3L * pageSize, Placement.HOST);
        image().unbounded(pointer(), 0, Long.MIN_VALUE).copyTo(region.memory(), pageSize);
        client = cluster.addHost();
        channel = client.fabric().endpoint(EndpointOptions.DEFAULT).connect(target.uri());
        channel.attach(region.handle());
    }

    static long address(long offset) {
        return Address.of(REGION, offset);
    }

    SimHost client() {
        return client;
    }

    Channel channel() {
        return channel;
    }

    long pointer() {
        return PagePointer.of(address(pageSize), 1);
    }

    PageImage image() {
        return new WordPageImage(Arena.ofAuto().allocate(pageSize), pageSize, TAG);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
