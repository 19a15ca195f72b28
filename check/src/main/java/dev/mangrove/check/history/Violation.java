package dev.mangrove.check.history;

import java.util.List;

/**
 * The reason why one key is not linearizable.
 *
 * @param key the key
 * @param culprit the first operation, by response time, with a response that no order of effects
 *     explains
 * @param core operations, including the culprit, that contradict each other, by invocation time
 * @param explanation a table of the core as text
 */
public record Violation(long key, int culprit, List<Integer> core, String explanation) {
    public Violation {
        core = List.copyOf(core);
    }
}
