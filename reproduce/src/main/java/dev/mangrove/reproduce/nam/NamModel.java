package dev.mangrove.reproduce.nam;

/**
 * The scalability model of the NAM paper, section 2.3: queries per second = bandwidth of all
 * servers / bytes per query. Symbols are those of its table 1.
 */
final class NamModel {
    /** Bytes of a page. */
    static final int P = 1024;

    private static final double BW = 50e9;
    private static final double D = 100e6;
    private static final double K = 8;
    private static final double M = Math.floor(P / (3 * K));
    private static final double L = D / M;
    private static final double SELECTIVITY = 0.001;
    private static final int AMPLIFICATION = 10;

    private NamModel() {}

    /** Distribution of the index over servers. */
    enum Scheme {
        FINE,
        COARSE_RANGE,
        COARSE_HASH
    }

    /**
     * A load.
     *
     * @param scheme distribution of the index
     * @param range whether queries are ranges, otherwise points
     * @param skewed whether one key dominates
     * @param servers memory servers
     */
    record Load(Scheme scheme, boolean range, boolean skewed, int servers) {
        /** Number of inner pages plus the first leaf that one server reads. */
        int height() {
            double leaves = scheme != Scheme.FINE && !skewed ? L / servers : L;
            return (int) Math.ceil(StrictMath.log(leaves) / StrictMath.log(M));
        }

        /** Number of servers that execute one query. */
        int traversals() {
            return scheme == Scheme.COARSE_HASH && range ? servers : 1;
        }

        /** Number of leaves after the first, over all servers. */
        double leaves() {
            double share = range ? SELECTIVITY * L : skewed ? 1 : 0;
            return skewed ? AMPLIFICATION * share : share;
        }

        /** All pages of a query. */
        double pages() {
            return height() * (double) traversals() + leaves();
        }

        /** Queries per second of the model. */
        double queriesPerSecond() {
            double available = scheme == Scheme.FINE || !skewed ? servers * BW : BW;
            return available / (pages() * P);
        }
    }
}
