package dev.mangrove.bench.verbs;

import dev.mangrove.fabric.Waiting;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares shared memory with a plain loop over a mapped file, and messages with a Unix-domain
 * socket.
 */
final class SharedMemoryFigures {
    private static final int ROUNDS = 41;
    private static final int OPERATIONS = 100_000;
    private static final int ROUND_TRIPS = 20_000;

    private final Client client;
    private final Operations operations;
    private final BareMemory bare;

    SharedMemoryFigures(Client client, RandomPages pages) {
        this.client = client;
        this.operations = new Operations(client, pages);
        this.bare =
                new BareMemory(client.channel().direct(client.region()), client.memory(), pages);
    }

    List<Figure> measure(Runnable progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        AlternatingRounds rounds = new AlternatingRounds(ROUNDS, OPERATIONS);
        figures.add(
                Figure.atLeast(
                        "read_1k_ratio",
                        rounds.compare(operations::reads, bare::read),
                        0.9,
                        "READs of 1 KiB / bare copies"));
        progress.run();
        figures.add(
                Figure.atLeast(
                        "lock_write_unlock_ratio",
                        rounds.compare(operations::lockWriteUnlocks, bare::lockWriteUnlock),
                        0.6,
                        "CAS + WRITE + unlock in a batch / bare CAS and stores"));
        progress.run();
        figures.add(
                Figure.atLeast(
                        "rpc_event_speedup",
                        speedUp(Waiting.BLOCK),
                        1.5,
                        "Unix socket echo / message, blocking"));
        figures.add(
                Figure.atLeast(
                        "rpc_poll_speedup",
                        speedUp(Waiting.POLL),
                        5,
                        "Unix socket echo / message, polling"));
        progress.run();
        client.waiting(Waiting.BLOCK);
        figures.add(
                Figure.atMost(
                        "server_cpu",
                        ServerCores.measure("shm:bench-server-" + ProcessHandle.current().pid()),
                        0.02,
                        "cores a memory server uses while a client READs"));
        progress.run();
        return figures;
    }

    private Ratio speedUp(Waiting waiting) throws IOException {
        client.waiting(waiting);
        try (BareEcho.Client echo = new BareEcho.Client(client.echoPlace(), Operations.SMALL)) {
            return RoundTrips.ratio(echo::roundTrip, operations::message, ROUND_TRIPS);
        }
    }
}
