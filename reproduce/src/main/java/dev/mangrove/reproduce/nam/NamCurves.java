package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Throughput of designs and workloads over the number of clients. */
final class NamCurves {
    private static final int SATURATED = 40;

    private final Map<Design, Map<NamWork, List<NamPoint>>> curves = new EnumMap<>(Design.class);
    private final Map<Design, Integer> heights = new EnumMap<>(Design.class);
    private double keysPerLeaf;

    /** Measures workloads in turn on one cluster, each with growing numbers of clients. */
    NamCurves measure(Profile profile, NamSetup setup, List<NamWork> works, int... clients) {
        try (NamCluster cluster = new NamCluster(profile, setup)) {
            heights.put(setup.design(), cluster.shape().height());
            keysPerLeaf = (double) cluster.shape().entries() / cluster.shape().leaves();
            for (NamWork work : works) {
                List<NamPoint> curve = curve(setup.design(), work);
                for (int number : counts(work, clients)) {
                    curve.add(cluster.measure(work, number));
                }
            }
            cluster.verify();
        }
        return this;
    }

    /**
     * Numbers of clients to measure; only two above low load for the widest ranges, which take
     * long.
     */
    private static int[] counts(NamWork work, int... clients) {
        int most = IntStream.of(clients).max().orElse(0);
        return !work.equals(NamWork.WIDE) || clients.length <= 2
                ? clients
                : IntStream.of(clients).filter(n -> n == SATURATED || n == most).toArray();
    }

    /** The values with a number of clients. */
    NamPoint at(Design design, NamWork work, int clients) {
        for (NamPoint point : curve(design, work)) {
            if (point.clients() == clients) {
                return point;
            }
        }
        throw new IllegalArgumentException(
                "not measured: " + design + ", " + work.name() + ", clients=" + clients);
    }

    /** Operations per second with a number of clients. */
    double rate(Design design, NamWork work, int clients) {
        return at(design, work, clients).perSecond();
    }

    /** The highest throughput with any number of clients. */
    double peak(Design design, NamWork work) {
        return curve(design, work).stream().mapToDouble(NamPoint::perSecond).max().orElse(0);
    }

    /** Measured numbers of clients above the given one. */
    int[] clientsAbove(Design design, NamWork work, int clients) {
        return curve(design, work).stream()
                .mapToInt(NamPoint::clients)
                .filter(number -> number > clients)
                .toArray();
    }

    /** Geometric mean, over numbers of clients, of one design's throughput / another's. */
    double ratio(Design design, Design other, NamWork work, int... clients) {
        return mean(
                IntStream.of(clients)
                        .mapToDouble(n -> rate(design, work, n) / rate(other, work, n))
                        .toArray());
    }

    /** Height of a design's tree, including leaves; the maximum if there are several trees. */
    int height(Design design) {
        return heights.getOrDefault(design, 0);
    }

    /** Average number of keys per leaf. */
    double keysPerLeaf() {
        return keysPerLeaf;
    }

    /** Adds all throughputs to a result. */
    NamCurves show(Reproduction result, String data) {
        curves.forEach(
                (design, byWork) ->
                        byWork.forEach((work, points) -> show(result, data, design, work, points)));
        return this;
    }

    /** Draws throughput over the number of clients, a panel per workload. */
    void draw(Figures.Drawing drawing) {
        forEach(
                (design, work, point) ->
                        drawing.curves(work.name(), "clients", "operations per second")
                                .logX()
                                .ours(design.text(), point.clients(), point.perSecond()));
    }

    /** Visits all measured points. */
    interface Visitor {
        void visit(Design design, NamWork work, NamPoint point);
    }

    void forEach(Visitor visitor) {
        curves.forEach(
                (design, byWork) ->
                        byWork.forEach(
                                (work, points) ->
                                        points.forEach(
                                                point -> visitor.visit(design, work, point))));
    }

    private static void show(
            Reproduction result, String data, Design design, NamWork work, List<NamPoint> points) {
        for (NamPoint point : points) {
            result.measured(label(data, design, work, point), point.perSecond());
        }
    }

    private static String label(String data, Design design, NamWork work, NamPoint point) {
        return text(
                "%s%s, %s, %d clients, per second",
                data, work.name(), design.text(), point.clients());
    }

    /** Geometric mean. */
    static double mean(double... ratios) {
        double sum = 0;
        for (double ratio : ratios) {
            sum += StrictMath.log(ratio);
        }
        return StrictMath.exp(sum / ratios.length);
    }

    List<NamPoint> curve(Design design, NamWork work) {
        return curves.computeIfAbsent(design, none -> new LinkedHashMap<>())
                .computeIfAbsent(work, none -> new ArrayList<>());
    }
}
