package dev.mangrove.contract.spatial;

import dev.mangrove.AccessMode;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fabric, a tree, and options of its views.
 *
 * @param fabric scheme
 * @param design of the tree
 * @param view options of the views that search it
 */
record Setting(String fabric, SpatialDesign design, SpatialViewOptions view) {
    /**
     * All trees on a fabric, each with all ways of searching. At small size only the simulator has
     * all of these; other fabrics have the default tree, searched by server and clients in turn,
     * and in place on shared memory.
     */
    static Stream<Setting> on(String fabric) {
        List<Setting> settings = new ArrayList<>();
        SpatialViewOptions view = SpatialViewOptions.DEFAULT;
        boolean all = TestSize.FULL || fabric.equals("sim");
        for (SpatialDesign design : SpatialDesign.values()) {
            if (!all && design != SpatialDesign.RSTAR) {
                continue;
            }
            if (all) {
                settings.add(new Setting(fabric, design, view.withAccess(AccessMode.SERVER)));
                settings.add(new Setting(fabric, design, view.withInPlace(false)));
            }
            settings.add(new Setting(fabric, design, view.withInPlace(false).withRatio(0.5)));
            if (fabric.equals("shm")) {
                settings.add(new Setting(fabric, design, view));
            }
        }
        return settings.stream();
    }

    @Override
    public String toString() {
        return design.text()
                + " on "
                + fabric
                + ", "
                + view.access().text()
                + (view.inPlace() && fabric.equals("shm") ? " in place" : "");
    }
}
