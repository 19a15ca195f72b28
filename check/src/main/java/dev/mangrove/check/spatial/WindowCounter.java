package dev.mangrove.check.spatial;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.history.Rectangle;
import dev.mangrove.check.history.WindowCount;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.sim.SimHost;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * A client that counts objects in large windows by reading pages, one at a time, so that it reads
 * summaries of leaves often, and late.
 */
final class WindowCounter {
    /** Chosen: more than others can do changes in a run; bounds the time of a run. */
    private static final int MOST_COUNTS = 200;

    /** Of the grid of {@link SpatialPlan}: windows have some leaves in them and some across. */
    private static final int SHORTEST_EDGE = 16;

    private static final int LONGEST_EDGE = 60;

    private final SpatialTrial trial;
    private final OrderedJournal journal;
    private final SimHost host;
    private final RandomGenerator random;
    private final int client;

    WindowCounter(SpatialTrial trial, SimHost host, int client) {
        this.trial = trial;
        this.journal = trial.journal();
        this.host = host;
        this.random = host.random();
        this.client = client;
    }

    /** The thread's code: counts while others are at work. */
    void run(BooleanSupplier working) {
        SpatialViewOptions options =
                SpatialViewOptions.DEFAULT.withAccess(AccessMode.CLIENT).withPagesAtOnce(1);
        try (Mangrove mangrove = trial.connect(host);
                SpatialIndex view = mangrove.openSpatial(trial.index(), options)) {
            for (int i = 0; i < MOST_COUNTS && working.getAsBoolean(); i++) {
                count(view, SpatialPlan.window(random, SHORTEST_EDGE, LONGEST_EDGE));
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private void count(SpatialIndex view, Rectangle window) {
        journal.begins(client, "count " + window);
        long started = trial.tick();
        long found = view.count(window.minX(), window.minY(), window.maxX(), window.maxY());
        trial.history().counted(new WindowCount(client, window, found, started, trial.tick()));
        journal.ends(client, found);
    }
}
