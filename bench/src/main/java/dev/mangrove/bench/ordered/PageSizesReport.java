package dev.mangrove.bench.ordered;

import dev.mangrove.cli.report.Table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of {@code bench ordered --pages both}: one measurement with small pages, one with huge
 * pages.
 */
public record PageSizesReport(OrderedReport small, OrderedReport huge) {
    private static final List<String> COMPARED =
            List.of(
                    "load_keys_per_second",
                    "operations_per_second",
                    "raw_read_ops_s",
                    "get_ops_s",
                    "getall64_keys_s",
                    "put_ops_s");

    /** Whether both gave correct answers. */
    public boolean isGood() {
        return small.isGood() && huge.isGood();
    }

    /** Descriptions of all faults. */
    public List<String> faults() {
        List<String> all = new ArrayList<>(small.faults());
        all.addAll(huge.faults());
        return all;
    }

    /** Both reports and their ratios, by the keys of the JSON output. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("small", small.toJson());
        json.put("huge", huge.toJson());
        json.put("huge_vs_small", ratios());
        json.put("faults", faults());
        return json;
    }

    /** The rates with huge pages, divided by those with small ones. */
    Map<String, Object> ratios() {
        Map<String, Object> before = small.toJson();
        Map<String, Object> after = huge.toJson();
        Map<String, Object> ratios = new LinkedHashMap<>();
        for (String figure : COMPARED) {
            if (before.get(figure) instanceof Number few
                    && after.get(figure) instanceof Number many) {
                double ratio = many.doubleValue() / few.doubleValue();
                ratios.put(figure, Math.round(ratio * 1000) / 1000.0);
            }
        }
        return ratios;
    }

    /** The figures that are compared, as text. */
    @Override
    public String toString() {
        Map<String, Object> before = small.toJson();
        Map<String, Object> after = huge.toJson();
        Table table = new Table("figure", "small pages", "huge pages", "huge ÷ small");
        ratios().forEach(
                        (name, ratio) -> table.row(name, before.get(name), after.get(name), ratio));
        return table.toString();
    }
}
