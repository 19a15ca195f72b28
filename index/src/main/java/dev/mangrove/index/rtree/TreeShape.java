package dev.mangrove.index.rtree;

import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import java.util.ArrayList;
import java.util.List;

/**
 * Result of verifying a tree.
 *
 * @param height levels
 * @param leaves pages of the lowest level
 * @param inners pages above it
 * @param objects objects
 * @param overlap see {@link dev.mangrove.index.spatial.SpatialStatistics}
 * @param faults violated invariants
 */
public record TreeShape(
        int height, long leaves, long inners, long objects, double overlap, List<String> faults) {
    private static final int LEAST_TEXT_BYTES = 2;

    /** Keeps a copy. */
    public TreeShape {
        faults = List.copyOf(faults);
    }

    /** Walks a tree at its server. */
    public static TreeShape of(RTree tree) {
        RTreeVerifier walk = new RTreeVerifier(tree).walk();
        return new TreeShape(
                walk.height(),
                walk.leaves(),
                walk.inners(),
                walk.objects(),
                walk.overlap(),
                walk.faults());
    }

    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putInt(height).putLong(leaves).putLong(inners).putLong(objects);
        out.putLong(Double.doubleToRawLongBits(overlap)).putInt(faults.size());
        faults.forEach(out::putText);
    }

    static TreeShape read(WireReader in) {
        int height = in.getInt();
        long leaves = in.getLong();
        long inners = in.getLong();
        long objects = in.getLong();
        double overlap = Double.longBitsToDouble(in.getLong());
        List<String> faults = new ArrayList<>();
        for (int left = in.getCount(LEAST_TEXT_BYTES); left > 0; left--) {
            faults.add(in.getText());
        }
        return new TreeShape(height, leaves, inners, objects, overlap, faults);
    }
}
