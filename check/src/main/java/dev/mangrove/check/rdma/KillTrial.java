package dev.mangrove.check.rdma;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.ServerLostException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

/** Kills the client process while it changes an index, then the server. */
final class KillTrial {
    private static final String INDEX = "killed";

    private final Host host;
    private final TrialProcesses processes;
    private final int keys;

    KillTrial(Host host, TrialProcesses processes, int keys) {
        this.host = host;
        this.processes = processes;
        this.keys = keys;
    }

    /**
     * After the kill of a client, its acknowledged keys are present, and other clients continue.
     */
    RdmaCheck.Row client() {
        try (Mangrove mangrove = processes.connect();
                OrderedIndex index =
                        mangrove.createOrdered(INDEX, OrderedOptions.of(Design.FINE))) {
            long told = 0;
            processes.client().tell("put " + INDEX + " 0 1 " + TrialClient.FOR_EVER);
            while (told < keys / 2) {
                told = Long.parseLong(processes.client().readLine());
            }
            processes.killClient();
            long right = RdmaOrderedTrial.countRight(index, told);
            boolean goesOn = true;
            for (long key = 0; key < told; key++) {
                goesOn &= !index.putIfAbsent(key, 0);
            }
            index.put(-1, 1);
            return RdmaCheck.row(
                    right == told && goesOn && index.getOrDefault(-1, 0) == 1,
                    right + " of " + told + " keys are there that it was told of");
        }
    }

    /** After the kill of the server, the client gets an exception and does not hang. */
    RdmaCheck.Row server() {
        try (Mangrove mangrove = processes.connect();
                OrderedIndex index = mangrove.openOrdered(INDEX, ViewOptions.DEFAULT)) {
            index.put(5, 5);
            processes.killServer();
            long dead = host.nanoTime();
            while (true) {
                try {
                    index.put(6, 6);
                } catch (MangroveException e) {
                    long millis = (host.nanoTime() - dead) / 1_000_000;
                    return RdmaCheck.row(
                            e instanceof ServerLostException
                                    || e.getCause() instanceof ServerLostException,
                            "noticed after " + millis + " ms: " + e.getMessage());
                }
            }
        }
    }
}
