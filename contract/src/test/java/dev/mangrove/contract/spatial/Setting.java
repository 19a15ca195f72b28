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
@SuppressWarnings("EnumOrdinal") // a way of searching for each tree
record Setting(String fabric, SpatialDesign design, SpatialViewOptions view) {
    /**
     * All trees on a fabric, each with all ways of searching. At small size the simulator has each
     * tree with one way, with {@code -Pci} with all; other fabrics have the default tree, searched
     * by server and clients in turn, and in place on shared memory.
     */
    static Stream<Setting> on(String fabric) {
        SpatialViewOptions apart = SpatialViewOptions.DEFAULT.withInPlace(false);
        List<SpatialViewOptions> ways =
                List.of(
                        SpatialViewOptions.DEFAULT.withAccess(AccessMode.SERVER),
                        apart,
                        apart.withRatio(0.5));
        List<Setting> settings = new ArrayList<>();
        boolean all = TestSize.FULL || (TestSize.MATRIX && fabric.equals("sim"));
        for (SpatialDesign design : SpatialDesign.values()) {
            if (all) {
                ways.forEach(way -> settings.add(new Setting(fabric, design, way)));
            } else if (fabric.equals("sim")) {
                settings.add(new Setting(fabric, design, ways.get(design.ordinal())));
            } else if (design == SpatialDesign.RSTAR) {
                settings.add(new Setting(fabric, design, ways.getLast()));
            }
            if (fabric.equals("shm") && (all || design == SpatialDesign.RSTAR)) {
                settings.add(new Setting(fabric, design, SpatialViewOptions.DEFAULT));
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
