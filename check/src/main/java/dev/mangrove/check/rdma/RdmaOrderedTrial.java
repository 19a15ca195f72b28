package dev.mangrove.check.rdma;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;

import java.util.ArrayList;
import java.util.List;

/** Two processes put half of the keys each into an ordered index, and both read all of them. */
final class RdmaOrderedTrial {
    private static final List<Design> DESIGNS =
            List.of(Design.FINE, Design.COARSE, Design.HYBRID, Design.SHERMAN, Design.CELL);

    private final TrialProcesses processes;
    private final int keys;

    RdmaOrderedTrial(TrialProcesses processes, int keys) {
        this.processes = processes;
        this.keys = keys;
    }

    RdmaCheck.Row run() {
        List<String> seen = new ArrayList<>();
        boolean good = true;
        try (Mangrove mangrove = processes.connect()) {
            for (Design design : DESIGNS) {
                String name = "trial-" + design;
                try (OrderedIndex index = mangrove.createOrdered(name, OrderedOptions.of(design))) {
                    processes.client().tell("put " + name + " 1 2 " + keys);
                    for (long key = 0; key < keys; key += 2) {
                        index.put(key, value(key));
                    }
                    long theirs = Long.parseLong(processes.client().readLine());
                    long right = countRight(index, keys);
                    long theyRead = processes.ask("check " + name + " 0 1 " + keys);
                    good &= theirs == keys / 2 && right == keys && theyRead == keys;
                    seen.add(design + ": " + right + " and " + theyRead + " of " + keys);
                }
                mangrove.drop(name);
            }
            return RdmaCheck.row(
                    good,
                    "keys right in both processes, at " + mangrove.reachedAt(0) + ": " + seen);
        }
    }

    /** The value that belongs to a key. */
    static long value(long key) {
        return key * 31 + 7;
    }

    /** Number of keys below {@code number} with the correct value. */
    static long countRight(OrderedIndex index, long number) {
        long right = 0;
        for (long key = 0; key < number; key++) {
            if (index.getOrDefault(key, -1) == value(key)) {
                right++;
            }
        }
        return right;
    }
}
