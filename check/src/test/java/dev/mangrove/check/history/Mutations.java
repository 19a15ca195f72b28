package dev.mangrove.check.history;

import java.util.Random;

/** Copies of histories with a change that a checker must detect. */
final class Mutations {
    private Mutations() {}

    /** A copy in which one random completed operation has another response. */
    static History changeOneResponse(History history, long seed, int values) {
        Random random = new Random(seed);
        History copy = new History(history.size());
        int victim = random.nextInt(history.size());
        for (int op = 0; op < history.size(); op++) {
            if (op == victim && history.outcome(op) == Outcome.OK) {
                int changed = copy.addUnknown(history, op);
                respondAnyhow(copy, changed, history.responded(op), random, values);
            } else {
                copy.add(history, op);
            }
        }
        return copy;
    }

    /** Completes an operation with any response that its kind can have. */
    static void respondAnyhow(History history, int op, long time, Random random, int values) {
        switch (random.nextInt(history.kind(op).refusable() ? 6 : 5)) {
            case 0, 1 -> history.found(op, random.nextInt(values), time);
            case 2 -> history.foundAbsent(op, time);
            case 3 -> history.succeeded(op, time);
            case 4 -> history.done(op, time);
            default -> history.refused(op, time);
        }
    }
}
