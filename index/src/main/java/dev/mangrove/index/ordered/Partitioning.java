package dev.mangrove.index.ordered;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How keys are shared out to servers, in coarse and hybrid.
 *
 * @param hashed whether by hash; then {@code bounds} cut the range of hashes, not of keys
 * @param bounds the first key (or hash) of each share but the first, ascending
 */
public record Partitioning(boolean hashed, List<Long> bounds) {
    /** Keeps a copy and checks the order. */
    public Partitioning {
        bounds = List.copyOf(bounds);
        for (int i = 1; i < bounds.size(); i++) {
            if (bounds.get(i) <= bounds.get(i - 1)) {
                throw new IllegalArgumentException("bounds are not ascending: bounds=" + bounds);
            }
        }
    }

    /** By key: the first share ends before the first bound, and so on. */
    public static Partitioning byBounds(long... bounds) {
        return new Partitioning(false, Arrays.stream(bounds).boxed().toList());
    }

    /** By key: shares of the keys from {@code from} to {@code to} in proportion to weights. */
    public static Partitioning byKey(long from, long to, double... weights) {
        return new Partitioning(false, cut(from, to, weights));
    }

    /** By hash: shares in proportion to weights. */
    public static Partitioning byHash(double... weights) {
        return new Partitioning(true, cut(Long.MIN_VALUE, Long.MAX_VALUE, weights));
    }

    /** Number of shares. */
    public int shares() {
        return bounds.size() + 1;
    }

    private static List<Long> cut(long from, long to, double... weights) {
        double total = 0;
        for (double weight : weights) {
            if (!(weight > 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("weights are positive: weight=" + weight);
            }
            total += weight;
        }
        if (weights.length == 0 || from >= to) {
            throw new IllegalArgumentException("nothing to share out: from=" + from + ", to=" + to);
        }
        double width = (double) to - (double) from;
        if (width < weights.length) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "fewer keys than shares: from=%d, to=%d, shares=%d",
                            from,
                            to,
                            weights.length));
        }
        List<Long> bounds = new ArrayList<>();
        double sum = 0;
        long least = from;
        for (int i = 0; i < weights.length - 1; i++) {
            sum += weights[i];
            // A light share has at least one key, and leaves one for each share after it.
            long most = to - (weights.length - 1 - i);
            long bound = Math.clamp((long) (from + width * (sum / total)), least + 1, most);
            bounds.add(bound);
            least = bound;
        }
        return bounds;
    }
}
