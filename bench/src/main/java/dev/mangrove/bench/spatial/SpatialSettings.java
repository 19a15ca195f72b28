package dev.mangrove.bench.spatial;

import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;

/**
 * Settings of {@code bench spatial}.
 *
 * @param fabric shm or tcp
 * @param options of the tree
 * @param view options of the view that searches it
 * @param objects number of rectangles to load
 * @param scale longest edge of a window, in a unit square
 * @param clients threads that search
 * @param seconds measured time
 * @param data random or earth-lands
 * @param checked number of random windows to compare with a search that uses no tree
 * @param compare whether to measure other libraries as well
 */
public record SpatialSettings(
        String fabric,
        SpatialOptions options,
        SpatialViewOptions view,
        int objects,
        double scale,
        int clients,
        double seconds,
        String data,
        int checked,
        boolean compare) {
    /** Rejects values out of range. */
    public SpatialSettings {
        if (!fabric.equals("shm") && !fabric.equals("tcp")) {
            throw new IllegalArgumentException("no such fabric: " + fabric + "; shm or tcp");
        }
        if (!data.equals("random") && !data.equals("earth-lands")) {
            throw new IllegalArgumentException("no such data: " + data + "; random or earth-lands");
        }
        if (checked < 0
                || objects < 1
                || clients < 1
                || !(seconds > 0)
                || !(scale > 0 && scale <= 1)) {
            throw new IllegalArgumentException(
                    "nothing to measure: objects="
                            + objects
                            + ", clients="
                            + clients
                            + ", seconds="
                            + seconds
                            + ", scale="
                            + scale);
        }
    }
}
