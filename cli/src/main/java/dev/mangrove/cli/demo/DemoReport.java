package dev.mangrove.cli.demo;

import dev.mangrove.cli.report.Table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The results of all parts.
 *
 * @param fabric what the processes were connected by
 */
record DemoReport(
        String fabric,
        OrderedPart.Result ordered,
        SpatialPart.Result spatial,
        List<CostPart.Row> costs) {
    boolean isGood() {
        return ordered.isGood() && spatial.isGood();
    }

    /** Entries and objects that were acknowledged and are not there. */
    long lost() {
        return ordered.lost() + spatial.lost();
    }

    /** For people: what the ordered part has shown. */
    static String text(OrderedPart.Result ordered) {
        return String.format(
                Locale.ROOT,
                """
                  %,d entries acknowledged in %.1f s by two writers, one of which was killed; %d lost
                  the reader checked %,d entries meanwhile; %d wrong
                  verify: %,d entries on %,d pages, %s
                """,
                ordered.acknowledged(),
                ordered.seconds(),
                ordered.lost(),
                ordered.checks(),
                ordered.wrong(),
                ordered.verification().entries(),
                ordered.verification().pages(),
                faults(ordered.verification().faults()));
    }

    /** For people: what the spatial part has shown. */
    static String text(SpatialPart.Result spatial) {
        return String.format(
                Locale.ROOT,
                """
                  %,d objects moved %,d times in %.1f s by two movers; %d lost
                  the watcher made %,d searches and found %,d objects; %d wrong
                  verify: %,d objects on %,d pages, %s
                """,
                spatial.objects(),
                spatial.moves(),
                spatial.seconds(),
                spatial.lost(),
                spatial.searches(),
                spatial.found(),
                spatial.wrong(),
                spatial.verification().objects(),
                spatial.verification().pages(),
                faults(spatial.verification().faults()));
    }

    /** For people: what each design costs. */
    String costTable() {
        List<String> header = new ArrayList<>(List.of("design"));
        for (String operation : List.of("get", "put")) {
            header.add(operation + "/s");
            header.add("trips");
            header.add("bytes");
            header.add("server µs");
        }
        if (isInPlace()) {
            header.add("get/s in place");
        }
        Table table = new Table(header.toArray(String[]::new));
        for (CostPart.Row row : costs) {
            List<Object> cells = new ArrayList<>(List.of(row.design().text()));
            addTo(cells, row.get());
            addTo(cells, row.put());
            if (isInPlace()) {
                cells.add(Math.round(row.getsInPlace()));
            }
            table.row(cells.toArray());
        }
        return table.toString();
    }

    /** For programs. */
    Map<String, Object> json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("fabric", fabric);
        all.put("servers", DemoProcesses.SERVERS);
        all.put("ordered", json(ordered));
        all.put("spatial", json(spatial));
        all.put("designs", costs.stream().map(DemoReport::json).toList());
        all.put("killed_clients", ordered.killed());
        all.put("lost", lost());
        all.put("good", isGood());
        return all;
    }

    private boolean isInPlace() {
        return costs.stream().anyMatch(row -> row.getsInPlace() > 0);
    }

    private static void addTo(List<Object> cells, CostPart.Cost cost) {
        cells.add(Math.round(cost.perSecond()));
        cells.add(cost.roundTrips());
        cells.add(Math.round(cost.bytes()));
        cells.add(cost.serverMicros());
    }

    private static Map<String, Object> json(OrderedPart.Result result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("acknowledged", result.acknowledged());
        fields.put("lost", result.lost());
        fields.put("checked", result.checks());
        fields.put("wrong", result.wrong());
        fields.put("entries", result.verification().entries());
        fields.put("faults", result.verification().faults());
        fields.put("good", result.isGood());
        return fields;
    }

    private static Map<String, Object> json(SpatialPart.Result result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("objects", result.objects());
        fields.put("moves", result.moves());
        fields.put("lost", result.lost());
        fields.put("searches", result.searches());
        fields.put("found", result.found());
        fields.put("wrong", result.wrong());
        fields.put("faults", result.verification().faults());
        fields.put("good", result.isGood());
        return fields;
    }

    private static Map<String, Object> json(CostPart.Row row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("design", row.design().text());
        fields.put("get", json(row.get()));
        fields.put("put", json(row.put()));
        if (row.getsInPlace() > 0) {
            fields.put("gets_in_place_per_second", row.getsInPlace());
        }
        return fields;
    }

    private static Map<String, Object> json(CostPart.Cost cost) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("per_second", cost.perSecond());
        fields.put("round_trips", cost.roundTrips());
        fields.put("bytes", cost.bytes());
        fields.put("server_us", cost.serverMicros());
        return fields;
    }

    private static String faults(List<String> faults) {
        return faults.isEmpty() ? "no faults" : faults.size() + " FAULTS: " + faults.getFirst();
    }
}
