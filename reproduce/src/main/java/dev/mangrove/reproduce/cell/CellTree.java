package dev.mangrove.reproduce.cell;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedOptions;

/**
 * A tree of meganodes of five levels. Most have 16 below two levels of the home server: seven
 * levels, as in section 4.3. Few entries per node keep the number of levels with fewer keys.
 *
 * @param fanout most entries of a node
 * @param loaded entries of a node after the load
 * @param meganodes number of meganodes after the load
 */
record CellTree(int fanout, int loaded, int meganodes) {
    /** The tree of searches: its nodes are full. */
    static final CellTree FULL = new CellTree(6, 6);

    /** The tree of inserts. Chosen: the third insert splits a leaf. */
    static final CellTree GROWING = new CellTree(10, 8);

    /** Tests use it: the fewest entries that a node can have. */
    static final CellTree SMALL = new CellTree(4, 4);

    /** The tree whose second meganode moves: three of 30,941 nodes, 32 MB each. */
    static final CellTree MOVING = new CellTree(18, 13, 3);

    /** Tests use it: as {@link #MOVING}, with 341 nodes each. */
    static final CellTree SMALL_MOVING = new CellTree(6, 4, 3);

    /** Level of the roots of meganodes: a meganode has five levels, section 4.2. */
    static final int MEGANODE_LEVEL = CellSetup.LEVELS - 1;

    /** Chosen: each of up to 16 servers has as many as any other. */
    private static final int MEGANODES = 16;

    private static final int LEVELS_ABOVE_16 = 2;

    /** Distance of two loaded keys; those between them can be inserted. Chosen. */
    private static final long STRIDE = 1L << 20;

    /** A tree of 16 meganodes. */
    CellTree(int fanout, int loaded) {
        this(fanout, loaded, MEGANODES);
    }

    /** Levels of the whole tree: seven with 16 meganodes, section 4.3. */
    int height() {
        return CellSetup.LEVELS + (meganodes <= loaded ? 1 : LEVELS_ABOVE_16);
    }

    /** Nodes of a meganode after the load. */
    long nodes() {
        long nodes = 1;
        long level = 1;
        for (int i = 1; i < CellSetup.LEVELS; i++) {
            level *= loaded;
            nodes += level;
        }
        return nodes;
    }

    OrderedOptions options() {
        return OrderedOptions.of(Design.CELL)
                .withPageSize(CellSetup.PAGE_BYTES)
                .withFanout(fanout)
                .withMeganodeLevel(MEGANODE_LEVEL);
    }

    /** Number of loaded keys. */
    long keys() {
        long keys = meganodes;
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
