package dev.mangrove.bench.verbs;

import dev.mangrove.fabric.Waiting;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures what batches save over TCP, and what the fabric costs beyond a plain socket. */
final class TcpFigures {
    private static final int ROUNDS = 21;
    private static final int OPERATIONS = 4_000;
    private static final int ROUND_TRIPS = 20_000;

    private final Client client;
    private final Operations operations;

    TcpFigures(Client client, RandomPages pages) {
        this.client = client;
        this.operations = new Operations(client, pages);
    }

    List<Figure> measure(Runnable progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        client.waiting(Waiting.BLOCK);
        figures.add(
                Figure.atLeast(
                        "batch16_speedup",
                        new AlternatingRounds(ROUNDS, OPERATIONS)
                                .compare(operations::readBatches, operations::reads),
                        8,
                        "16 READs in one batch / 16 single READs"));
        progress.run();
        figures.add(
                Figure.atMost(
                        "combined_write_cost",
                        RoundTrips.ratio(operations::writeUnlock, operations::write, ROUND_TRIPS),
                        1.15,
                        "round trip of write + unlock / of a single write"));
        progress.run();
        try (BareEcho.Client echo = new BareEcho.Client(client.echoPlace(), RandomPages.BYTES)) {
            figures.add(
                    Figure.atMost(
                            "rtt_vs_nio",
                            RoundTrips.ratio(operations::read, echo::roundTrip, ROUND_TRIPS),
                            1.4,
                            "round trip of a READ of 1 KiB / of a bare NIO echo"));
        }
        progress.run();
        return figures;
    }
}
