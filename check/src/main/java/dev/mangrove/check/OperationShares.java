package dev.mangrove.check;

import java.util.random.RandomGenerator;

/**
 * Shares of the kinds of operation that a client does on an ordered index. They need not add up to
 * 100.
 *
 * @param gets share of gets
 * @param puts share of puts
 * @param putsIfAbsent share of puts that require the key to be absent
 * @param replaces share of compare-and-sets
 * @param deletes share of deletes
 * @param deletesIfEqual share of deletes that require an expected value
 * @param ranges share of ranges
 * @param sweeps share of series of operations on neighbouring keys, all puts or all deletes
 */
public record OperationShares(
        int gets,
        int puts,
        int putsIfAbsent,
        int replaces,
        int deletes,
        int deletesIfEqual,
        int ranges,
        int sweeps) {
    private static final Kind[] KINDS = Kind.values();

    /** Kinds of operation. */
    public enum Kind {
        /** Reads a key. */
        GET,
        /** Sets the value of a key. */
        PUT,
        /** Sets the value of a key that must be absent. */
        PUT_IF_ABSENT,
        /** Sets the value of a key that must have an expected one. */
        REPLACE,
        /** Removes a key. */
        DELETE,
        /** Removes a key that must have an expected value. */
        DELETE_IF_EQUAL,
        /** Reads keys in order. */
        RANGE,
        /** Changes neighbouring keys, one after the other. */
        SWEEP
    }

    /** The next kind of operation. */
    public Kind draw(RandomGenerator random) {
        int lot = random.nextInt(sum());
        for (Kind kind : KINDS) {
            lot -= share(kind);
            if (lot < 0) {
                return kind;
            }
        }
        throw new AssertionError("shares do not add up: " + this);
    }

    private int sum() {
        return gets + puts + putsIfAbsent + replaces + deletes + deletesIfEqual + ranges + sweeps;
    }

    private int share(Kind kind) {
        return switch (kind) {
            case GET -> gets;
            case PUT -> puts;
            case PUT_IF_ABSENT -> putsIfAbsent;
            case REPLACE -> replaces;
            case DELETE -> deletes;
            case DELETE_IF_EQUAL -> deletesIfEqual;
            case RANGE -> ranges;
            case SWEEP -> sweeps;
        };
    }
}
