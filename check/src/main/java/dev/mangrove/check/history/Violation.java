package dev.mangrove.check.history;

import java.util.List;

/**
 * Why one key is not linearizable.
 *
 * @param key the key
 * @param culprit the operation whose response no order of effects explains, given what came before
 * @param core the operations that together contradict each other, the culprit among them, by
 *     invocation time
 * @param explanation a table of the core for people
 */
public record Violation(long key, int culprit, List<Integer> core, String explanation) {
    public Violation {
        core = List.copyOf(core);
    }
}
