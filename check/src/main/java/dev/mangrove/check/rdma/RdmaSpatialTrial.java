package dev.mangrove.check.rdma;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.util.ArrayList;
import java.util.List;

/**
 * Two processes insert half of the objects each into a spatial index, and both find in every window
 * the objects that brute force finds: by messages to the server, and by READs of the client.
 *
 * <p>Object <i>i</i> is a square of half the width of a cell, in the lower left corner of cell
 * <i>i</i> of a grid.
 */
final class RdmaSpatialTrial {
    /** Small, so that few objects make a tree of several levels. */
    private static final int FANOUT = 10;

    private static final double SIDE = 0.5;

    private final TrialProcesses processes;
    private final int objects;

    RdmaSpatialTrial(TrialProcesses processes, int objects) {
        this.processes = processes;
        this.objects = objects;
    }

    RdmaCheck.Row run() {
        List<String> seen = new ArrayList<>();
        boolean good = true;
        try (Mangrove mangrove = processes.connect()) {
            for (SpatialDesign design : SpatialDesign.values()) {
                String name = "trial-" + design.text();
                SpatialOptions options = SpatialOptions.of(design).withFanout(FANOUT);
                try (SpatialIndex index = mangrove.createSpatial(name, options)) {
                    processes.client().tell("insert " + name + " 1 2 " + objects);
                    long ours = insert(index, 0, 2, objects);
                    long theirs = Long.parseLong(processes.client().readLine());
                    int windows = windows(objects);
                    long weFind = countRight(mangrove, name, objects);
                    long theyFind = processes.ask("search " + name + " 0 1 " + objects);
                    boolean whole = index.verify().orThrow().objects() == objects;
                    good &= whole && ours + theirs == objects;
                    good &= weFind == windows && theyFind == windows;
                    seen.add(
                            "%s of %d objects, height %d: %d and %d of %d windows"
                                    .formatted(
                                            design.text(),
                                            ours + theirs,
                                            index.statistics().height(),
                                            weFind,
                                            theyFind,
                                            windows));
                }
                mangrove.drop(name);
            }
            return RdmaCheck.row(
                    good,
                    "searches right in both processes, at " + mangrove.reachedAt(0) + ": " + seen);
        }
    }

    /** Inserts objects; returns the number of new ones. */
    static long insert(SpatialIndex index, long first, long step, int end) {
        long number = 0;
        for (long id = first; id < end; id += step) {
            double x = x(id, end);
            double y = y(id, end);
            if (index.insert(id, x, y, x + SIDE, y + SIDE)) {
                number++;
            }
        }
        return number;
    }

    /** Number of windows to search for a number of objects. */
    static int windows(int objects) {
        return AccessMode.values().length * columns(objects);
    }

    /** Number of windows, along the diagonal and of growing size, with correct results. */
    static long countRight(Mangrove mangrove, String name, int objects) {
        long right = 0;
        for (AccessMode access : AccessMode.values()) {
            try (SpatialIndex index =
                    mangrove.openSpatial(name, SpatialViewOptions.DEFAULT.withAccess(access))) {
                for (int i = 0; i < columns(objects); i++) {
                    double far = i * 1.5 + SIDE;
                    if (isRight(index, i, i, far, far, objects)) {
                        right++;
                    }
                }
            }
        }
        return right;
    }

    private static boolean isRight(
            SpatialIndex index, double minX, double minY, double maxX, double maxY, int objects) {
        boolean[] found = new boolean[objects];
        long number = 0;
        try (SpatialCursor cursor = index.search(minX, minY, maxX, maxY)) {
            while (cursor.next()) {
                found[(int) cursor.id()] = true;
                number++;
            }
        }
        boolean right = true;
        for (int id = 0; id < objects; id++) {
            double x = x(id, objects);
            double y = y(id, objects);
            boolean within = x <= maxX && x + SIDE >= minX && y <= maxY && y + SIDE >= minY;
            right &= found[id] == within;
            number -= within ? 1 : 0;
        }
        return right && number == 0;
    }

    private static int columns(int objects) {
        return (int) Math.ceil(Math.sqrt(objects));
    }

    private static double x(long id, int objects) {
        return id % columns(objects);
    }

    private static double y(long id, int objects) {
        return Math.floorDiv(id, (long) columns(objects));
    }
}
