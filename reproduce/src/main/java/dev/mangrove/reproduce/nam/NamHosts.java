package dev.mangrove.reproduce.nam;

import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machines of the NAM paper's cluster. A machine has two sockets, and a card with two ports at
 * one of them. A memory server uses one socket and one port, so the simulation models it as a host
 * with half of the cores and half of the card. The server on the socket without the card is
 * <i>far</i>. Where a machine has one memory server, we assume that it is far and that clients,
 * which wait for the card, run on the near socket. Clients fill one machine after the other and use
 * one port of its card, as the paper says of servers.
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

    /** Hosts with clients. */
    List<SimHost> clients() {
        return clients;
    }

    /**
     * The host of a client: 20 clients on the first host, 20 on the next, and after the last host
     * 20 more on each.
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
