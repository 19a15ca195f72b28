package dev.mangrove.check;

import dev.mangrove.cli.report.Table;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.sim.InjectedFault;
import dev.mangrove.sim.SimCluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How often runs have had each fault that they can have, and taken each retry and recovery that
 * they can take. What stays at 0 has not been checked.
 *
 * @param counts by name, faults first
 */
public record Coverage(Map<String, Long> counts) {
    /** Nothing counted. */
    public static final Coverage NONE = new Coverage(Map.of());

    /** Keeps a copy in its order. */
    public Coverage {
        counts = new LinkedHashMap<>(counts);
    }

    /** Starts to count a run. */
    public static void begin() {
        RareBranch.reset();
    }

    /** What has happened in a run since {@link #begin}, of what can happen in it. */
    public static Coverage of(
            SimCluster cluster, Predicate<InjectedFault> faults, Predicate<RareBranch> branches) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (InjectedFault fault : InjectedFault.values()) {
            if (faults.test(fault)) {
                counts.put(fault.text(), cluster.injector().happened(fault));
            }
        }
        for (RareBranch branch : RareBranch.values()) {
            if (branches.test(branch)) {
                counts.put(branch.text(), branch.count());
            }
        }
        return new Coverage(counts);
    }

    /** Both together. */
    public Coverage plus(Coverage other) {
        Map<String, Long> sum = new LinkedHashMap<>(counts);
        other.counts.forEach((name, count) -> sum.merge(name, count, Long::sum));
        return new Coverage(sum);
    }

    /** What can happen and never has. */
    public List<String> never() {
        List<String> names = new ArrayList<>();
        counts.forEach(
                (name, count) -> {
                    if (count == 0) {
                        names.add(name);
                    }
                });
        return names;
    }

    /** A table for people. */
    @Override
    public String toString() {
        Table table = new Table("fault, retry or recovery", "times");
        counts.forEach(table::row);
        return table.toString();
    }
}
