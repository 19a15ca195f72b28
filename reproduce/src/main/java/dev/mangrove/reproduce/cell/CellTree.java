package dev.mangrove.reproduce.cell;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedOptions;

/**
 * A tree of 16 meganodes of five levels below two levels of the home server: seven levels, as in
 * section 4.3. Few entries per node keep the number of levels with fewer keys.
 *
 * @param fanout most entries of a node
 * @param loaded entries of a node after the load
 */
record CellTree(int fanout, int loaded) {
    /** The tree of searches: its nodes are full. */
    static final CellTree FULL = new CellTree(6, 6);

    /** The tree of inserts. Chosen: the third insert splits a leaf. */
    static final CellTree GROWING = new CellTree(10, 8);

    /** Tests use it: the fewest entries that a node can have. */
    static final CellTree SMALL = new CellTree(4, 4);

    /** Levels of the whole tree, section 4.3. */
    static final int HEIGHT = 7;

    /** Level of the roots of meganodes: a meganode has five levels, section 4.2. */
    static final int MEGANODE_LEVEL = CellSetup.LEVELS - 1;

    /** Chosen: each of up to 16 servers has as many as any other. */
    private static final int MEGANODES = 16;

    /** Distance of two loaded keys; those between them can be inserted. Chosen. */
    private static final long STRIDE = 1L << 20;

    OrderedOptions options() {
        return OrderedOptions.of(Design.CELL)
                .withPageSize(CellSetup.PAGE_BYTES)
                .withFanout(fanout)
                .withMeganodeLevel(MEGANODE_LEVEL);
    }

    /** Number of loaded keys. */
    long keys() {
        long keys = MEGANODES;
        for (int level = 0; level < CellSetup.LEVELS; level++) {
            keys *= loaded;
        }
        return keys;
    }

    /** Share of the nodes' room that the load fills. */
    double fill() {
        return (double) loaded / fanout;
    }

    /** The loaded key of a rank, which is also its value. */
    static long key(long rank) {
        return rank * STRIDE;
    }

    /** A key next to the loaded one of a rank, for numbers that are not multiples of the stride. */
    static long between(long rank, long number) {
        return key(rank) + 1 + Math.floorMod(number, STRIDE - 1);
    }

    /** All keys to load, in order. */
    Entries entries() {
        return new Loaded(keys());
    }

    private static final class Loaded implements Entries {
        private final long keys;
        private long at = -1;

        Loaded(long keys) {
            this.keys = keys;
        }

        @Override
        public boolean next() {
            return ++at < keys;
        }

        @Override
        public long key() {
            return CellTree.key(at);
        }

        @Override
        public long value() {
            return CellTree.key(at);
        }
    }
}
