package dev.mangrove.check.history;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Rectangles that clients change, and concurrent window queries. Operations take effect at an
 * instant between call and return; a query reads the identities one by one, at different instants.
 */
final class QueriedRectangles {
    private static final int IDS = 12;

    final SpatialHistory history = new SpatialHistory(16);

    private final Random random;
    private final double unknown;
    private final Map<Long, Rectangle> present = new HashMap<>();
    private long clock;

    QueriedRectangles(long seed, double unknown) {
        random = new Random(seed);
        this.unknown = unknown;
        for (int i = 0; i < 150; i++) {
            if (random.nextInt(8) == 0) {
                query();
            } else {
                change();
            }
        }
    }

    static Rectangle rectangle(Random random, double side) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        return new Rectangle(x, y, x + side, y + side);
    }

    private void change() {
        long id = random.nextInt(IDS);
        Rectangle rectangle = rectangle(random, 0.1);
        boolean there = present.containsKey(id);
        int op;
        boolean succeeds;
        boolean takesEffect = random.nextDouble() >= unknown;
        long start = clock - random.nextInt(3);
        switch (random.nextInt(3)) {
            case 0 -> {
                op = history.invokeInsert(1, id, rectangle, start);
                succeeds = !there;
            }
            case 1 -> {
                op = history.invokeMove(1, id, rectangle, start);
                succeeds = there;
            }
            default -> {
                op = history.invokeDelete(1, id, start);
                succeeds = there;
            }
        }
        if (!takesEffect) {
            return;
        }
        if (succeeds && history.operations().kind(op) == OpKind.DELETE) {
            present.remove(id);
        } else if (succeeds) {
            present.put(id, rectangle);
        }
        clock += random.nextInt(3);
        if (random.nextDouble() < unknown) {
            return;
        }
        if (succeeds) {
            history.operations().succeeded(op, clock);
        } else {
            history.operations().refused(op, clock);
        }
    }

    private void query() {
        Rectangle window = rectangle(random, 0.5);
        long invoked = clock;
        for (long id = 0; id < IDS; id++) {
            if (random.nextInt(3) == 0) {
                clock++;
                change();
            }
            if (present.containsKey(id) && present.get(id).intersects(window)) {
                history.result(id);
            }
        }
        history.window(2, window, invoked, clock);
        clock++;
    }
}
