package dev.mangrove.bench.reproduce;

import dev.mangrove.bench.reproduce.NamSetup.Place;
import dev.mangrove.fabric.sim.Profile;
import dev.mangrove.fabric.sim.SimCluster;
import dev.mangrove.fabric.sim.SimHost;

import java.util.ArrayList;
import java.util.List;

/**
 * The machines of the NAM paper's cluster. A machine has two sockets and a card with two ports at
 * one of them. A memory server has a socket and a port, so that it is a host of its own here, with
 * half of the cores and of the card; that of the socket without the card is <i>far</i>.
 */
final class NamHosts {
    private static final int CLIENTS_PER_MACHINE = 40;
    private static final int CLIENTS_PER_SOCKET = 20;

    private static final List<String> CPU_COSTS =
            List.of(
                    "cpu.post_ns",
                    "cpu.post_request_ns",
                    "cpu.receive_ns",
                    "cpu.message_ns",
                    "cpu.node_ns",
                    "cpu.entry_ns",
                    "cpu.byte_ns");

    private final List<SimHost> servers = new ArrayList<>();
    private final List<SimHost> clients = new ArrayList<>();
    private final int clientsPerHost;

    NamHosts(SimCluster cluster, NamSetup setup) {
        Profile machine = cluster.profile();
        Profile near = half(machine);
        Profile together = near.with("host.cores", machine.value("host.cores"));
        for (int i = 0; i < setup.servers(); i++) {
            boolean isFar = setup.place() == Place.PAIRED && i % 2 == 1;
            Profile kind = setup.place() == Place.TOGETHER ? together : isFar ? far(near) : near;
            servers.add(cluster.addHost(kind));
        }
        int perHost = setup.place() == Place.PAIRED ? CLIENTS_PER_MACHINE : CLIENTS_PER_SOCKET;
        for (int i = 0; i * perHost < setup.clients(); i++) {
            clients.add(
                    switch (setup.place()) {
                        case PAIRED -> cluster.addHost(machine);
                        case APART -> cluster.addHost(near);
                        case TOGETHER -> servers.get(i);
                    });
        }
        clientsPerHost = perHost;
    }

    List<SimHost> servers() {
        return servers;
    }

    /** Machines with clients. */
    List<SimHost> clients() {
        return clients;
    }

    /** Clients of each machine; the next one is used when it has so many. */
    int clientsPerHost() {
        return clientsPerHost;
    }

    private static Profile half(Profile machine) {
        return machine.with("host.cores", machine.value("host.cores") / 2)
                .with("nic.gbps", machine.value("nic.gbps") / 2)
                .with("dma.gbps", machine.value("dma.gbps") / 2);
    }

    private static Profile far(Profile near) {
        Profile far =
                near.with("dma.gbps", near.value("dma.gbps") * near.value("far.bandwidth"))
                        .with("dma.read_ns", near.value("dma.read_ns") + near.value("far.dma_ns"));
        for (String cost : CPU_COSTS) {
            far = far.with(cost, near.value(cost) * near.value("far.cpu"));
        }
        return far;
    }
}
