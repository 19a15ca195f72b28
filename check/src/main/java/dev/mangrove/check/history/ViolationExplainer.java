package dev.mangrove.check.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds a small reason why one key is not linearizable.
 *
 * <ol>
 *   <li>The shortest failing prefix, by bisection over the responses. Its last operation is the
 *       culprit.
 *   <li>The latest anchor before the culprit with which the {@link Excerpt} still fails, tried from
 *       late to early: operations that ended before the anchor are irrelevant.
 *   <li>Of the remaining operations, all that can be weakened while the excerpt still fails, first
 *       in large groups, then one by one. The rest, with the anchor, is the core.
 * </ol>
 */
final class ViolationExplainer {
    private static final long PROBE_BOUND = 50_000;

    /**
     * Weakened operations stay pending for ever, and many of them slow the searches down. Chosen,
     * not tuned.
     */
    private static final int MOST_REDUCED = 2_000;

    private static final int MOST_PROBES = 400;
    private static final int MOST_CANDIDATES = 24;
    private static final int MOST_ROWS = 40;
    private static final int MOST_WRITERS = 3;

    private final History history;

    /** The operations of the key by invocation time. */
    private final int[] ops;

    /** Completed operations by response time. */
    private final int[] responses;

    ViolationExplainer(History history, int[] ops) {
        this.history = history;
        this.ops = ops.clone();
        IndexSort.sort(this.ops, history::invoked);
        responses = Arrays.stream(ops).filter(op -> history.outcome(op) == Outcome.OK).toArray();
        IndexSort.sort(responses, history::responded);
    }

    /** Explains a key that is known not to be linearizable. */
    Violation explain() {
        int length = shortestFailingPrefix();
        int culprit = responses[length - 1];
        Excerpt prefix = prefix(length);
        Excerpt core = weaken(anchor(prefix, length), culprit);
        int[] coreOps = coreOps(core);
        int[] rows = rows(prefix, coreOps);
        String text =
                "key %d: no order of effects explains these responses\n%s%s%s"
                        .formatted(
                                history.key(culprit),
                                OpTable.format(history, rows, culprit),
                                possibleStates(prefix, culprit),
                                leftOut(prefix, rows));
        List<Integer> numbers = Arrays.stream(coreOps).boxed().toList();
        return new Violation(history.key(culprit), culprit, numbers, text.stripTrailing());
    }

    private int shortestFailingPrefix() {
        int low = 1;
        int high = responses.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (prefix(middle).violates(LinearizabilityChecker.DEFAULT_BOUND)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return high;
    }

    private Excerpt prefix(int length) {
        BitSet kept = new BitSet();
        for (int i = 0; i < length; i++) {
            kept.set(responses[i]);
        }
        long end = history.responded(responses[length - 1]);
        return new Excerpt(history, ops, end, Excerpt.NO_ANCHOR, kept);
    }

    private Excerpt anchor(Excerpt prefix, int length) {
        for (int back = 1; back < length; back *= 2) {
            int candidate = certainBefore(length - 1 - back);
            if (candidate == Excerpt.NO_ANCHOR) {
                break;
            }
            Excerpt anchored = prefix.anchoredAt(candidate);
            if (anchored.violates(PROBE_BOUND)) {
                return anchored;
            }
        }
        return prefix;
    }

    private int certainBefore(int index) {
        for (int i = index; i >= 0; i--) {
            OpFacts.After after = OpFacts.after(history, responses[i]);
            if (after == OpFacts.After.ABSENT || after == OpFacts.After.VALUE) {
                return responses[i];
            }
        }
        return Excerpt.NO_ANCHOR;
    }

    private Excerpt weaken(Excerpt excerpt, int culprit) {
        Excerpt smallest = excerpt;
        int[] candidates = excerpt.kept().stream().filter(op -> op != culprit).toArray();
        if (candidates.length > MOST_REDUCED) {
            return smallest;
        }
        int probes = 0;
        for (int piece = Math.max(1, candidates.length); piece >= 1; piece /= 2) {
            for (int from = 0; from < candidates.length && probes < MOST_PROBES; from += piece) {
                BitSet fewer = smallest.kept();
                int before = fewer.cardinality();
                for (int i = from; i < Math.min(from + piece, candidates.length); i++) {
                    fewer.clear(candidates[i]);
                }
                if (fewer.cardinality() < before) {
                    probes++;
                    Excerpt weaker = smallest.keeping(fewer);
                    smallest = weaker.violates(PROBE_BOUND) ? weaker : smallest;
                }
            }
        }
        return smallest;
    }

    /** The operations of the core by invocation time. */
    private int[] coreOps(Excerpt core) {
        BitSet all = core.kept();
        if (core.anchor() != Excerpt.NO_ANCHOR) {
            all.set(core.anchor());
        }
        return byInvocation(all);
    }

    private int[] byInvocation(BitSet set) {
        int[] sorted = set.stream().toArray();
        IndexSort.sort(sorted, history::invoked);
        return sorted;
    }

    /** The rows to show: the core, and the last writers of the values that it mentions. */
    private int[] rows(Excerpt prefix, int[] core) {
        BitSet rows = new BitSet();
        Map<Long, Integer> writersLeft = new HashMap<>();
        for (int op : core) {
            rows.set(op);
            if (history.observation(op) == Observation.VALUE) {
                writersLeft.put(history.observed(op), MOST_WRITERS);
            }
        }
        for (int i = ops.length - 1; i >= 0; i--) {
            int op = ops[i];
            if (prefix.has(op) && writes(op) && takeOne(writersLeft, writtenBy(op))) {
                rows.set(op);
            }
        }
        int[] sorted = byInvocation(rows);
        return Arrays.copyOfRange(sorted, Math.max(0, sorted.length - MOST_ROWS), sorted.length);
    }

    private static boolean takeOne(Map<Long, Integer> left, long value) {
        Integer remaining = left.computeIfPresent(value, (_, count) -> count - 1);
        return remaining != null && remaining >= 0;
    }

    private boolean writes(int op) {
        return OpFacts.mayApply(history, op) && history.kind(op) != OpKind.DELETE;
    }

    private long writtenBy(int op) {
        boolean certain = OpFacts.after(history, op) == OpFacts.After.VALUE;
        return certain ? OpFacts.valueAfter(history, op) : history.argument(op);
    }

    private String possibleStates(Excerpt prefix, int culprit) {
        List<String> possible = new ArrayList<>();
        if (prefix.allowsAbsent(culprit, PROBE_BOUND)) {
            possible.add("absent");
        }
        for (long value : recentValues(prefix)) {
            if (prefix.allows(culprit, value, PROBE_BOUND)) {
                possible.add(Long.toString(value));
            }
        }
        return possible.isEmpty()
                ? ""
                : "At the marked operation the key can have been: %s\n"
                        .formatted(String.join(", ", possible));
    }

    /** Values that the latest operations of the prefix may have written. */
    private Set<Long> recentValues(Excerpt prefix) {
        Set<Long> values = new LinkedHashSet<>();
        for (int i = ops.length - 1; i >= 0 && values.size() < MOST_CANDIDATES; i--) {
            int op = ops[i];
            if (prefix.has(op) && writes(op)) {
                values.add(writtenBy(op));
            }
        }
        return values;
    }

    private String leftOut(Excerpt prefix, int[] rows) {
        long others = Arrays.stream(ops).filter(prefix::has).count() - rows.length;
        return others == 0 ? "" : others + " other operations until then play no part.\n";
    }
}
