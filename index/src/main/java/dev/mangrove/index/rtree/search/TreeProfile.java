package dev.mangrove.index.rtree.search;

import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

/**
 * Sizes of the pages of a tree, level by level, from which the number of pages that a window at a
 * random place intersects is estimated. A rectangle of {@code w * h} intersects a window of {@code
 * a * b} if the window's corner falls into {@code (w + a) * (h + b)}; summed over a level, that is
 * {@code areas + a * heights + b * widths + pages * a * b}. All edges are fractions of the world's,
 * 0 to 1, so that no sum overflows. If the world has no width, every rectangle is as wide as the
 * world.
 *
 * <p>A profile is not updated when the tree changes, and samples the sizes of objects in a few
 * leaves.
 */
public final class TreeProfile {
    /** A full tree of the smallest fan-out, 4, has 16 levels at 4 billion objects. */
    private static final int MOST_LEVELS = 16;

    /** Chosen: enough objects for a mean size, read in well under a millisecond. */
    private static final int SAMPLED_LEAVES = 64;

    private static final int NUMBERS = 4;

    /**
     * Chosen: estimates grow with the number of objects, and the correction of a view covers such
     * an error.
     */
    private static final double CHANGED_SHARE = 0.25;

    private final int height;
    private final double objects;
    private final double objectWidth;
    private final double objectHeight;
    private final double halfWidth;
    private final double halfHeight;
    private final double[] levels;

    private TreeProfile(
            int height,
            double objects,
            double objectWidth,
            double objectHeight,
            double halfWidth,
            double halfHeight,
            double[] levels) {
        this.height = height;
        this.objects = objects;
        this.objectWidth = objectWidth;
        this.objectHeight = objectHeight;
        this.halfWidth = halfWidth;
        this.halfHeight = halfHeight;
        this.levels = levels;
    }

    /** Reads the inner pages and a few leaves of a tree, at its server. */
    public static TreeProfile of(RTree tree) {
        return new Survey(tree).run();
    }

    /** Whether a tree still has about as many objects as when the profile was made. */
    public boolean fits(RTree tree) {
        return Math.abs(tree.directory().size() - objects) <= CHANGED_SHARE * objects;
    }

    /** Levels. */
    public int height() {
        return height;
    }

    /** Expected number of pages that a window intersects, at least one per level. */
    public double pages(double width, double height) {
        double a = share(width / 2, halfWidth);
        double b = share(height / 2, halfHeight);
        double sum = 0;
        for (int at = 0; at < levels.length; at += NUMBERS) {
            double pages = levels[at];
            double met = levels[at + 3] + a * levels[at + 2] + b * levels[at + 1] + pages * a * b;
            sum += Math.clamp(met, 1, Math.max(1, pages));
        }
        return sum;
    }

    /** Expected number of objects that a window intersects. */
    public double objects(double width, double height) {
        double a = share(width / 2, halfWidth);
        double b = share(height / 2, halfHeight);
        return Math.min(objects, objects * (objectWidth + a) * (objectHeight + b));
    }

    /** An edge as a fraction of the world's, at most 1. */
    private static double share(double edge, double world) {
        return edge < world ? edge / world : 1;
    }

    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putInt(height);
        put(out, objects);
        put(out, objectWidth);
        put(out, objectHeight);
        put(out, halfWidth);
        put(out, halfHeight);
        for (double number : levels) {
            put(out, number);
        }
    }

    public static TreeProfile read(WireReader in) {
        int height = Math.clamp(in.getInt(), 1, MOST_LEVELS);
        double objects = get(in);
        double objectWidth = get(in);
        double objectHeight = get(in);
        double halfWidth = get(in);
        double halfHeight = get(in);
        double[] levels = new double[height * NUMBERS];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = get(in);
        }
        return new TreeProfile(
                height, objects, objectWidth, objectHeight, halfWidth, halfHeight, levels);
    }

    private static void put(WireWriter out, double number) {
        out.putLong(Double.doubleToRawLongBits(number));
    }

    private static double get(WireReader in) {
        return Double.longBitsToDouble(in.getLong());
    }

    /** Reads the inner pages; does not notice changes meanwhile. */
    private static final class Survey {
        private final RTree tree;
        private final InPlaceFeed feed;
        private final double[] sums = new double[MOST_LEVELS * NUMBERS];
        private int root = -1;
        private long leaves;
        private long stride;
        private long sampled;
        private double widths;
        private double heights;
        private double minX = Double.MAX_VALUE;
        private double minY = Double.MAX_VALUE;
        private double maxX = -Double.MAX_VALUE;
        private double maxY = -Double.MAX_VALUE;

        Survey(RTree tree) {
            this.tree = tree;
            this.feed =
                    new InPlaceFeed(
                            tree.memory(), tree.anchor(), tree.newView(), null, tree.newWait());
        }

        TreeProfile run() {
            stride = Math.max(1, tree.directory().size() / SAMPLED_LEAVES / tree.shape().fanout());
            long _ = feed.begin();
            NodeFeed.Step state = feed.next();
            while (state != NodeFeed.Step.END) {
                if (state == NodeFeed.Step.PAGE) {
                    look(feed.view());
                }
                state = feed.next();
            }
            double[] levels = new double[(Math.max(0, root) + 1) * NUMBERS];
            System.arraycopy(sums, 0, levels, 0, levels.length);
            double met = Math.max(1, sampled);
            return new TreeProfile(
                    Math.max(0, root) + 1,
                    tree.directory().size(),
                    widths / met,
                    heights / met,
                    halfWidth(),
                    halfHeight(),
                    levels);
        }

        private double halfWidth() {
            return Math.max(0, maxX / 2 - minX / 2);
        }

        private double halfHeight() {
            return Math.max(0, maxY / 2 - minY / 2);
        }

        private void look(NodeView view) {
            int level = Math.min(view.level(), MOST_LEVELS - 1);
            if (root < 0) {
                root = level;
                for (int slot = 0; slot < view.count(); slot++) {
                    widen(view, slot);
                }
                add(root, 1, 1);
            }
            for (int slot = 0; slot < view.count(); slot++) {
                double width = share(view.maxX(slot) / 2 - view.minX(slot) / 2, halfWidth());
                double height = share(view.maxY(slot) / 2 - view.minY(slot) / 2, halfHeight());
                if (level == Node.LEAF) {
                    sampled++;
                    widths += width;
                    heights += height;
                } else {
                    add(level - 1, width, height);
                    if (level > 1 || leaves++ % stride == 0) {
                        feed.want(view.reference(slot));
                    }
                }
            }
        }

        private void widen(NodeView view, int slot) {
            minX = Math.min(minX, view.minX(slot));
            minY = Math.min(minY, view.minY(slot));
            maxX = Math.max(maxX, view.maxX(slot));
            maxY = Math.max(maxY, view.maxY(slot));
        }

        private void add(int level, double width, double height) {
            int at = level * NUMBERS;
            sums[at]++;
            sums[at + 1] += width;
            sums[at + 2] += height;
            sums[at + 3] += width * height;
        }
    }
}
