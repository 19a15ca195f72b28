package dev.mangrove.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a series of runs must have had of the faults and branches that it counts: all of them but
 * the exemptions, once it is long enough. A check that never reaches a branch says nothing of it.
 *
 * @param isDue whether the series is long enough, under all faults
 * @param exemptions of the check
 */
public record CoverageDemand(boolean isDue, List<Exemption> exemptions) {
    /** Keeps a copy. */
    public CoverageDemand {
        exemptions = List.copyOf(exemptions);
    }

    /** What the series should have had and never has; empty as long as it is too short. */
    public List<String> missing(Coverage coverage) {
        Map<String, String> exempt = exempt(coverage);
        return isDue
                ? coverage.never().stream().filter(name -> !exempt.containsKey(name)).toList()
                : List.of();
    }

    /** What the series never has had and need not have, with the reasons. */
    public Map<String, String> exempt(Coverage coverage) {
        List<String> never = coverage.never();
        Map<String, String> exempt = new LinkedHashMap<>();
        for (Exemption each : exemptions) {
            if (never.contains(each.name())) {
                exempt.put(each.name(), each.reason());
            }
        }
        return exempt;
    }
}
