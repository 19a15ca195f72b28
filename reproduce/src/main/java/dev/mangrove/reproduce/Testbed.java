package dev.mangrove.reproduce;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A simulated cluster of servers with one region each, and client hosts. */
public final class Testbed implements AutoCloseable {
    private static final long SEED = 1;
    private static final long LONGEST_START_NANOS = 1_000_000_000;
    private static final int ITEMS_PER_POLL = 64;

    /** Chosen: a bound only; a message wakes the server. */
    private static final long LONGEST_WAIT_NANOS = 1_000_000_000;

    private final SimCluster cluster;
    private final List<SimHost> servers = new ArrayList<>();
    private final List<Target> targets = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();
    private final List<SimHost> clients = new ArrayList<>();
    private int started;
    private int ready;

    public Testbed(
            Profile profile, int servers, long regionBytes, Placement placement, int clientHosts) {
        cluster = new SimCluster(profile, SEED);
        for (int i = 0; i < servers; i++) {
            SimHost host = cluster.addHost();
            URI location = URI.create("sim://" + host.name() + ":1");
            Target target = host.fabric().listen(TargetOptions.at(location));
            this.servers.add(host);
            targets.add(target);
            regions.add(target.allocate(1, regionBytes, placement));
        }
        for (int i = 0; i < clientHosts; i++) {
            clients.add(cluster.addHost());
        }
    }

    /** Code of one client thread. */
    public interface Body {
        void run(SimHost host, int client);
    }

    /** Starts client threads, distributed over the hosts in turn. */
    public void startClients(int number, Body body) {
        started += number;
        for (int i = 0; i < number; i++) {
            int client = i;
            SimHost host = clients.get(i % clients.size());
            host.start("client", () -> body.run(host, client));
        }
    }

    /** Starts a thread at each server that drains its inbox. */
    public void startServers(Inbox.Handler handler, Waiting waiting) {
        for (int i = 0; i < servers.size(); i++) {
            Inbox inbox = targets.get(i).inbox(0);
            servers.get(i).start("server", () -> drain(inbox, handler, waiting));
        }
    }

    /** An endpoint that polls. */
    public static Endpoint endpoint(SimHost host) {
        return host.fabric().endpoint(EndpointOptions.DEFAULT.withWaiting(Waiting.POLL));
    }

    /** Connects an endpoint to a server. */
    public Channel connect(Endpoint endpoint, int server) {
        Channel channel = endpoint.connect(targets.get(server).uri());
        channel.attach(handle(server));
        return channel;
    }

    public RegionHandle handle(int server) {
        return regions.get(server).handle();
    }

    Target target(int server) {
        return targets.get(server);
    }

    public List<SimHost> servers() {
        return List.copyOf(servers);
    }

    public SimHost server(int index) {
        return servers.get(index);
    }

    public SimCluster cluster() {
        return cluster;
    }

    /** Called by a client once it is connected. */
    public void ready() {
        ready++;
    }

    /** Waits until all clients are ready, warms up, then counts in a window. */
    public void measure(Window window, long warmUpNanos, long nanos) {
        if (!cluster.runUntil(LONGEST_START_NANOS, () -> ready == started)) {
            throw new IllegalStateException("clients are not ready: " + ready + " of " + started);
        }
        cluster.run(warmUpNanos);
        window.open(cluster.nanoTime(), nanos);
        cluster.run(nanos);
    }

    @Override
    public void close() {
        cluster.close();
    }

    private static void drain(Inbox inbox, Inbox.Handler handler, Waiting waiting) {
        while (true) {
            if (inbox.poll(handler, ITEMS_PER_POLL) == 0) {
                inbox.await(waiting, LONGEST_WAIT_NANOS);
            }
        }
    }
}
