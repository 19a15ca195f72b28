package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measured values of systems, by workload and number of clients. */
final class CatfishTable {
    /** End of captions of pictures that also show AutoPolicy. */
    static final String OURS = " Auto is Mangrove's own policy.";

    /** Largest number of clients in the paper's figures. */
    static final int MOST = 256;

    /** Measured numbers of clients. */
    static final List<Integer> NUMBERS = List.of(64, MOST);

    private final List<Integer> numbers;
    private final Map<Key, CatfishPoint> points = new LinkedHashMap<>();

    private final Map<Key, Double> papers = new LinkedHashMap<>();

    private record Key(CatfishWork work, CatfishSystem system, int clients) {}

    /** Creates an empty table. */
    CatfishTable() {
        this(NUMBERS);
    }

    CatfishTable(List<Integer> numbers) {
        this.numbers = List.copyOf(numbers);
    }

    /** Measures all kinds of search with all systems. */
    static CatfishTable ofSearches(CatfishCluster cluster) {
        return new CatfishTable()
                .run(
                        cluster,
                        CatfishRuns.WORKS,
                        CatfishSystem.MESSAGING,
                        CatfishSystem.OFFLOADING,
                        CatfishSystem.CATFISH,
                        CatfishSystem.AUTO);
    }

    CatfishTable run(CatfishCluster cluster, List<CatfishWork> works, CatfishSystem... systems) {
        for (CatfishWork work : works) {
            for (int clients : numbers) {
                run(cluster, work, clients, systems);
            }
        }
        return this;
    }

    /** Measures systems under a workload with {@code clients} clients. */
    void run(CatfishCluster cluster, CatfishWork work, int clients, CatfishSystem... systems) {
        for (CatfishSystem system : systems) {
            points.put(
                    new Key(work, system, clients),
                    CatfishRuns.run(cluster, work, system, clients));
        }
    }

    /** The values with the largest number of clients. */
    CatfishPoint at(CatfishWork work, CatfishSystem system) {
        return at(work, system, numbers.getLast());
    }

    CatfishPoint at(CatfishWork work, CatfishSystem system, int clients) {
        CatfishPoint point = points.get(new Key(work, system, clients));
        if (point == null) {
            throw new IllegalArgumentException("not measured: " + system + " " + clients);
        }
        return point;
    }

    double kops(CatfishWork work, CatfishSystem system) {
        return at(work, system).kops();
    }

    /** The highest throughput over all numbers of clients. */
    private double peak(CatfishWork work, CatfishSystem system) {
        return numbers.stream()
                .mapToDouble(clients -> at(work, system, clients).kops())
                .max()
                .orElse(0);
    }

    /** The highest ratio of throughputs over all workloads and numbers of clients. */
    double most(CatfishSystem system, CatfishSystem over) {
        return points.keySet().stream()
                .filter(key -> key.system == system)
                .mapToDouble(
                        key ->
                                at(key.work, system, key.clients).kops()
                                        / at(key.work, over, key.clients).kops())
                .max()
                .orElse(0);
    }

    /** The highest ratio of throughputs over all workloads, with the largest number of clients. */
    double mostAtLast(CatfishSystem system, CatfishSystem over) {
        return points.keySet().stream()
                .filter(key -> key.system == system && key.clients == numbers.getLast())
                .mapToDouble(key -> kops(key.work, system) / kops(key.work, over))
                .max()
                .orElse(0);
    }

    /** Adds a published throughput and ours. */
    void row(Reproduction result, CatfishWork work, CatfishSystem system, double paper) {
        result.row(text("%s, %s, Kops", work.name(), system.text()), paper, kops(work, system));
        papers.put(new Key(work, system, numbers.getLast()), paper);
    }

    /** Adds a published peak throughput and ours. */
    void peakRow(Reproduction result, CatfishWork work, CatfishSystem system, double paper) {
        result.row(
                text("%s, %s, at most, Kops", work.name(), system.text()),
                paper,
                peak(work, system));
        papers.put(new Key(work, system, numbers.getLast()), paper);
    }

    /** Draws throughput as in the paper's figures, a panel per kind of search. */
    Figures.Drawing draw(Reproduction result, String title, String caption) {
        Figures.Drawing drawing = result.figures().drawing("", title, caption + OURS);
        points.forEach(
                (key, point) ->
                        panel(drawing, key.work)
                                .ours(key.system.text(), clients(key.clients), point.kops()));
        papers.forEach(
                (key, kops) ->
                        panel(drawing, key.work)
                                .paper(key.system.text(), clients(key.clients), kops));
        return drawing;
    }

    static Panel panel(Figures.Drawing drawing, CatfishWork work) {
        String title = work.isOfOneScale() ? "windows of " + work.name() : "windows by power law";
        return drawing.bars(title, "clients", "thousand operations per second");
    }

    static String clients(int number) {
        return Integer.toString(number);
    }

    void measured(Reproduction result) {
        points.forEach(
                (key, point) -> {
                    String what =
                            text("%s, %s, %d", key.work.name(), key.system.text(), key.clients);
                    result.measured(what + ", Kops", point.kops());
                    result.measured(what + ", us", point.searchMicros());
                });
    }
}
