package dev.mangrove.reproduce;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rows and claims that are not reproduced on the published clusters at full size; docs/SIMULATOR.md
 * gives the reasons. A known failure is printed and counted as any other; the list only
 * distinguishes it from a new one. A change that makes a listed entry hold, or an unlisted one
 * fail, must change this list.
 */
public final class KnownFailures {
    /** An experiment's name on a line of its own, then the names of its rows and claims. */
    private static final String LIST =
            """
            cell-fig5
              Cell, 16 servers, M/s
              Cell, 16 servers to one
              Cell, median below saturation, us
              4 servers, ours: auto is at most 3 % behind Cell
              8 servers, ours: auto is at most 3 % behind Cell
            cell-table2
              2 cores, Cell, share at the server, %
              2 cores, Cell at moderate load, us
              4 cores, server, K/s
              4 cores, Cell at moderate load, us
              5 cores, server, K/s
              5 cores, fixed ratio, K/s
              8 cores, fixed ratio, K/s
            cell-fig7
              2 cores, Cell: median in the spike is lower than that of servers alone
              2 cores, Cell: 90th percentile in the spike is lower than that of servers alone
            cell-fig8
              beside inserts, Cell's median is slightly higher than that of servers alone
              beside inserts, Cell's 90th percentile is far lower
            cell-nodes
              nodes of 512 bytes enable more fetches
            cell-policies
              4 servers, 1 cores, ours: auto regrets at most 5 %: throughput to the best fixed ratio
              4 servers, 1 cores, ours: auto is at most 3 % behind Cell
              4 servers, 2 cores, ours: auto is at most 3 % behind Cell in the first 300 searches of each thread
            catfish-fig10
              TCP 1G: latency is nearly constant below 2 KB: 1 KB to 2 B
              WRITE: latency is nearly constant below 2 KB: 1 KB to 2 B
            catfish-fig6
              event-driven, 320 clients, us
              polling, 320 clients to 80
            catfish-fig7
              latency saved at the largest scale, %
            catfish-fig12
              0.00001, Catfish, us
              0.01, Catfish, us
              power law, Catfish, us
            catfish-fig13
              Catfish over fast messaging, at most, times
              Catfish over offloading, at most, times
            catfish-fig15
              0.00001, offloading, Kops
              0.01, offloading, Kops
              power law, offloading, Kops
              Catfish is ahead of fast messaging with 256 clients: at least
            catfish-fig17
              Catfish over fast messaging, at most, times
              Catfish over offloading, at most, times
            catfish-fig19
              fewer pages than in R*, %
            catfish-fig21
              power law, Catfish, at most, Kops
              Catfish over offloading, at most, times
              Catfish over TCP, at most, times
            catfish-fig24
              offloading does substantially less with 130 entries than with 15
            sherman-table1
              write-intensive, uniform, p99, us
              write-intensive, skew 0.99, p50, us
              write-intensive, skew 0.99, p90, us
            sherman-fig5
              write-intensive: +combine, throughput, times
              write-intensive: +combine, p99 lower, times
              write-intensive: +on-chip, throughput, times
              write-intensive: +on-chip, p99 lower, times
              write-intensive: +hierarchical, throughput, times
              write-intensive: +hierarchical, p99 lower, times
              write-only: +hierarchical improves throughput
            sherman-fig6
              write-only: Sherman to FG+, p99 lower, times
            sherman-table3
              range-only 1000, FG+, M/s
              range-only 1000, Sherman, M/s
              range-write 100: Sherman to FG+
              range-write 100, FG+, M/s
              range-write 100, Sherman, M/s
              range-write 1000, FG+, M/s
              range-write 1000, Sherman, M/s
            sherman-fig7
              uniform: Sherman, most threads, M/s
              write-intensive, skew 0.99: Sherman sustains its throughput: most threads to its peak
            drdma-fig13
              below a stride of 16 B latency remains as high as that of sequential bytes
            drdma-fig14
              the gain decreases rapidly with the size: that of 8 B to 1 B
              the gain decreases rapidly with the size: that of 32 B to 1 B
            drdma-fig15
              8 segments are the absolute minimum: 7 bring less
            nam-fig7
              B, ranges of 0.001: what coarse loses by skew, %
              A, points: above 20 clients hybrid clearly outperforms coarse: at least
              A, points: coarse declines under high load: 240 clients to its peak
            nam-fig8
              A, points: above 20 clients hybrid clearly outperforms coarse: at least
              B, ranges of 0.001: above 20 clients hybrid clearly outperforms coarse: at least
              B, ranges of 0.01: above 20 clients hybrid clearly outperforms coarse: at least
              B, ranges of 0.1: above 20 clients hybrid clearly outperforms coarse: at least
              B, ranges of 0.1: coarse stagnates: 240 clients to 40
            nam-fig9
              coarse is limited by the bandwidth of one server for ranges: use of its link
            nam-fig10
              coarse: points drop minimally with more data: any size to the smallest
              fine: points drop minimally with more data: any size to the smallest
              hybrid: points drop minimally with more data: any size to the smallest
              fine: ranges are bound by the network: use of all servers' links
              hybrid: ranges are bound by the network: use of all servers' links
            nam-fig11
              coarse, A, points, uniform: makes use of all servers: each doubling, at least
              coarse, B, ranges of 0.01, uniform: makes use of all servers: each doubling, at least
              hybrid, A, points, uniform: makes use of all servers: each doubling, at least
              coarse, A, points, skewed: does not benefit from more servers: 8 to 1
              coarse, B, ranges of 0.01, skewed: does not benefit from more servers: 8 to 1
              hybrid, A, points, skewed: does not benefit from more servers: 8 to 1
            nam-fig12
              C, 5 % inserts: hybrid clearly outperforms coarse
              C, 5 % inserts: with 240 clients fine is ahead of hybrid
              C, 5 % inserts: coarse degrades: 240 clients to its peak
              C, 5 % inserts: hybrid degrades: 240 clients to its peak
              D, 50 % inserts: hybrid clearly outperforms coarse
              D, 50 % inserts: with 240 clients fine is ahead of hybrid
              D, 50 % inserts: coarse degrades: 240 clients to its peak
              D, 50 % inserts: hybrid degrades: 240 clients to its peak
            nam-fig13
              uniform, B, ranges of 0.001: with 10 clients coarse is fastest
              uniform, B, ranges of 0.01: with 10 clients coarse is fastest
              uniform, B, ranges of 0.1: with 10 clients coarse is fastest
            """;

    private static final Map<String, Set<String>> BY_EXPERIMENT = parse();

    private KnownFailures() {}

    private static Map<String, Set<String>> parse() {
        Map<String, Set<String>> known = new LinkedHashMap<>();
        Set<String> current = new LinkedHashSet<>();
        for (String line : LIST.lines().toList()) {
            if (line.startsWith(" ")) {
                current.add(line.strip());
            } else {
                current = known.computeIfAbsent(line.strip(), none -> new LinkedHashSet<>());
            }
        }
        return known;
    }

    /** The known failures of an experiment. */
    public static Set<String> of(String experiment) {
        return BY_EXPERIMENT.getOrDefault(experiment, Set.of());
    }

    /** Names of experiments with known failures. */
    public static Set<String> experiments() {
        return BY_EXPERIMENT.keySet();
    }

    /** Differences between a result's failures and the list, one line each. */
    public static List<String> changes(Reproduction result) {
        List<String> failures = result.failures();
        Set<String> known = of(result.name());
        return Stream.concat(
                        failures.stream()
                                .filter(name -> !known.contains(name))
                                .map(name -> "fails now: " + name),
                        known.stream()
                                .filter(name -> !failures.contains(name))
                                .map(name -> "holds now: " + name))
                .toList();
    }
}
