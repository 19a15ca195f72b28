package dev.mangrove.index.btree;

import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.Page;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** Options of an ordered index as the catalogue stores them. */
final class IndexOptions {
    private static final String FANOUT = "fanout";
    private static final String HEADS = "heads";
    private static final String BOUNDS = "bounds";
    private static final String HASHED = "hashed";
    private static final String TECHNIQUES = "techniques";
    private static final String MEGANODE = "meganode";

    private static final String SEPARATOR = ",";

    private final IndexDescriptor descriptor;

    IndexOptions(IndexDescriptor descriptor) {
        this.descriptor = descriptor;
        if (descriptor.kind() != IndexKind.ORDERED) {
            throw new IllegalArgumentException(
                    "index "
                            + descriptor.name()
                            + " is not an ordered index of 64-bit keys: open it as a spatial one,"
                            + " or as one of byte strings");
        }
    }

    /** Specification of an index that is spread over servers. */
    static IndexSpec spec(String name, OrderedOptions options, List<Integer> servers) {
        int slots = Page.slots(options.pageSize());
        if (options.fanout() > slots) {
            throw new IllegalArgumentException(
                    "a page of "
                            + options.pageSize()
                            + " bytes holds "
                            + slots
                            + " entries: fanout="
                            + options.fanout());
        }
        Partitioning shares = options.partitioning();
        if (shares == null) {
            shares = Partitioning.byHash(equal(servers.size()));
        }
        return IndexSpec.of(name, IndexKind.ORDERED, options.design().text())
                .withPageSize(options.pageSize())
                .withOption(FANOUT, Integer.toString(options.fanout()))
                .withOption(HEADS, Integer.toString(options.headInterval()))
                .withServers(servers)
                .withOption(BOUNDS, join(shares.bounds()))
                .withOption(HASHED, Boolean.toString(shares.hashed()))
                .withOption(MEGANODE, Integer.toString(options.meganodeLevel()))
                .withOption(
                        TECHNIQUES,
                        join(options.techniques().stream().sorted().map(Technique::text).toList()));
    }

    private static double[] equal(int shares) {
        double[] weights = new double[shares];
        java.util.Arrays.fill(weights, 1);
        return weights;
    }

    private static String join(List<?> values) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(value.toString()));
        return String.join(SEPARATOR, texts);
    }

    Design design() {
        return Design.of(descriptor.spec().design());
    }

    int fanout() {
        int fanout = Integer.parseInt(option(FANOUT));
        return fanout == 0 ? Page.slots(descriptor.spec().pageSize()) : fanout;
    }

    int headInterval() {
        return Integer.parseInt(option(HEADS));
    }

    /** Level of the roots of meganodes, in a tree that has some. */
    int meganodeLevel() {
        return Integer.parseInt(option(MEGANODE));
    }

    /** Servers that hold the index's pages; shares are assigned to them round robin. */
    List<Integer> servers() {
        return descriptor.spec().servers();
    }

    Partitioning partitioning() {
        List<Long> bounds = new ArrayList<>();
        for (String bound : option(BOUNDS).split(SEPARATOR, -1)) {
            if (!bound.isEmpty()) {
                bounds.add(Long.parseLong(bound));
            }
        }
        return new Partitioning(Boolean.parseBoolean(option(HASHED)), bounds);
    }

    Set<Technique> techniques() {
        Set<Technique> techniques = EnumSet.noneOf(Technique.class);
        for (String technique : option(TECHNIQUES).split(SEPARATOR, -1)) {
            if (!technique.isEmpty()) {
                techniques.add(Technique.of(technique));
            }
        }
        return techniques;
    }

    private String option(String key) {
        SortedMap<String, String> options = descriptor.spec().options();
        String value = options.get(key);
        if (value == null) {
            throw new IllegalArgumentException(
                    "index " + descriptor.name() + " has no option " + key);
        }
        return value;
    }
}
