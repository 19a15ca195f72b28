package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialVerification;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Two movers and a watcher share a spatial index. In the end every object must be where its mover
 * put it last.
 */
final class SpatialPart {
    private static final String INDEX = "demo-spatial";

    private final Mangrove mangrove;
    private final DemoProcesses processes;
    private final Duration phase;

    SpatialPart(Mangrove mangrove, DemoProcesses processes, Duration phase) {
        this.mangrove = mangrove;
        this.processes = processes;
        this.phase = phase;
    }

    /**
     * The result of the part.
     *
     * @param objects objects of all movers
     * @param moves changes of their places
     * @param lost objects that are missing or not at their place, at least
     * @param searches windows and nearest objects that the watcher asked for
     * @param found objects that they returned
     * @param wrong objects that were returned twice or lay outside the window
     * @param seconds how long movers worked
     * @param verification what a walk over the whole tree found
     */
    record Result(
            long objects,
            long moves,
            long lost,
            long searches,
            long found,
            long wrong,
            double seconds,
            SpatialVerification verification) {
        boolean isGood() {
            return lost == 0 && wrong == 0 && verification.isGood() && moves > 0 && found > 0;
        }
    }

    Result play() {
        try (SpatialIndex index =
                mangrove.createSpatial(INDEX, SpatialOptions.of(SpatialDesign.RSTAR))) {
            Result result = playWith(index);
            mangrove.drop(INDEX);
            return result;
        }
    }

    private Result playWith(SpatialIndex index) {
        long started = System.nanoTime();
        List<ChildProcess> movers = new ArrayList<>();
        for (int mover = 0; mover < ObjectMover.MOVERS; mover++) {
            movers.add(processes.startClient(ObjectMover.NAME, INDEX, mover, 0));
        }
        ChildProcess watcher = processes.startClient(ObjectWatcher.NAME, INDEX, 0, 0);
        DemoProcesses.awaitProgress(watcher);
        movers.forEach(mover -> DemoProcesses.awaitProgress(mover, ObjectMover.OBJECTS));
        DemoProcesses.pause(phase.multipliedBy(2));
        List<long[]> ends = movers.stream().map(DemoProcesses::stop).toList();
        double seconds = (System.nanoTime() - started) / 1e9;
        long[] watched = DemoProcesses.stop(watcher);
        long objects = ends.stream().mapToLong(end -> end[0]).sum();
        long places = ends.stream().mapToLong(end -> end[3]).sum();
        return new Result(
                objects,
                ends.stream().mapToLong(end -> end[1]).sum(),
                lost(index, objects, places) + ends.stream().mapToLong(end -> end[2]).sum(),
                watched[0],
                watched[1],
                watched[2],
                seconds,
                index.verify());
    }

    /** Objects that are missing; 1 if all are there but some not at their places. */
    private static long lost(SpatialIndex index, long objects, long places) {
        long count = 0;
        long sum = 0;
        try (SpatialCursor cursor = index.search(0, 0, 1, 1)) {
            while (cursor.next()) {
                count++;
                sum += ObjectMover.place(cursor.id(), cursor.minX(), cursor.minY());
            }
        }
        return count != objects ? Math.abs(objects - count) : sum == places ? 0 : 1;
    }
}
