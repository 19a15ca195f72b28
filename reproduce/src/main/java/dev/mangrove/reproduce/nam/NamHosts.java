package dev.mangrove.reproduce.nam;

import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machines of the NAM paper's cluster. A machine has two sockets and a card with two ports at
 * one of them. A memory server has a socket and a port, so that it is a host of its own here, with
 * half of the cores and of the card; that of the socket without the card is <i>far</i>. Where a
 * machine has one memory server, we take it to be far: clients, who wait for the card, are near it.
 * So many clients as there are fill machines, of whose card they use one port, as the paper says of
 * servers.
 */
final class NamHosts {
    private static final int MACHINES = 6;
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

    NamHosts(SimCluster cluster, NamSetup setup) {
        Profile machine = cluster.profile();
        Profile near = half(machine);
        Profile far = far(near);
        for (int i = 0; i < setup.servers(); i++) {
            servers.add(
                    cluster.addHost(
                            switch (setup.place()) {
                                case PAIRED -> i % 2 == 0 ? near : far;
                                case APART -> far;
                                case TOGETHER -> far.with("host.cores", cores(machine));
                            }));
        }
        Profile onePort = machine.with("nic.gbps", near.value("nic.gbps"));
        int machines = (setup.clients() + CLIENTS_PER_SOCKET - 1) / CLIENTS_PER_SOCKET;
        for (int i = 0; i < Math.min(MACHINES, machines); i++) {
            clients.add(
                    switch (setup.place()) {
                        case PAIRED -> cluster.addHost(onePort);
                        case APART -> cluster.addHost(near);
                        case TOGETHER -> servers.get(i);
                    });
        }
    }

    List<SimHost> servers() {
        return servers;
    }

    /** Machines with clients. */
    List<SimHost> clients() {
        return clients;
    }

    /**
     * The machine of a client: 20 on the first one, 20 on the next, and when there are no more, 20
     * again on each.
     */
    int machineOf(int client) {
        return client / CLIENTS_PER_SOCKET % clients.size();
    }

    /** Bytes that have passed the wires of servers and clients. */
    long wireBytes() {
        return Stream.concat(servers.stream(), clients.stream())
                .distinct()
                .mapToLong(host -> host.nic().wireBytes())
                .sum();
    }

    private static double cores(Profile profile) {
        return profile.value("host.cores");
    }

    private static Profile half(Profile machine) {
        return machine.with("host.cores", cores(machine) / 2)
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
