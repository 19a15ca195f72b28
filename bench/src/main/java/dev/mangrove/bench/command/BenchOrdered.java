package dev.mangrove.bench.command;

import dev.mangrove.AccessMode;
import dev.mangrove.bench.ordered.BenchSettings;
import dev.mangrove.bench.ordered.Mix;
import dev.mangrove.bench.ordered.OrderedBench;
import dev.mangrove.bench.ordered.OrderedReport;
import dev.mangrove.bench.ordered.PageSizes;
import dev.mangrove.bench.ordered.PageSizesReport;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.command.Sizes;
import dev.mangrove.cli.report.Json;
import dev.mangrove.index.ordered.Design;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

@Command(
        name = "ordered",
        description =
                "Measure operations of an ordered index; servers and clients are processes of this"
                        + " host. Every answer is checked.")
final class BenchOrdered implements Callable<Integer> {
    private static final double DEFAULT_SELECTIVITY = 0.001;
    private static final long YCSB_SCAN = 100;
    private static final int ROUNDS = 5;

    @Spec private CommandSpec spec;

    @Option(
            names = "--fabric",
            defaultValue = "shm",
            description = "shm or tcp; default ${DEFAULT-VALUE}.")
    private String fabric;

    @Option(
            names = "--design",
            defaultValue = "fine",
            description = "coarse, fine, hybrid, sherman or cell; default ${DEFAULT-VALUE}.")
    private String design;

    @Option(
            names = "--keys",
            defaultValue = "1000000",
            description = "Keys to load; default ${DEFAULT-VALUE}.")
    private long keys;

    @Option(
            names = "--servers",
            defaultValue = "1",
            description = "Server processes; default ${DEFAULT-VALUE}.")
    private int servers;

    @Option(
            names = "--clients",
            defaultValue = "1",
            description = "Client processes, one thread each; default ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--mix",
            defaultValue = "A",
            description =
                    "A points, B ranges, C 5 %% inserts, D 50 %% inserts (NAM trees), or ycsb-a to"
                            + " ycsb-f; default ${DEFAULT-VALUE}.")
    private String mix;

    @Option(
            names = "--dist",
            defaultValue = "uniform",
            description = "uniform, or zipf (0.99, scrambled); default ${DEFAULT-VALUE}.")
    private String distribution;

    @Option(
            names = "--range-fraction",
            paramLabel = "SHARE",
            description = "Share of operations that are ranges, 0 to 1, instead of the mix's own.")
    private @Nullable Double rangeFraction;

    @Option(
            names = "--selectivity",
            paramLabel = "SHARE",
            description = "Share of all keys that a range of mix B reads; default 0.001.")
    private @Nullable Double selectivity;

    @Option(
            names = "--scan-length",
            paramLabel = "KEYS",
            description = "Keys that a range reads; in ycsb-e the maximum, default 100.")
    private @Nullable Long scanLength;

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "Measured time; 0 for none; default ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--warm-up",
            defaultValue = "3",
            description = "Warm-up before the measured time; default ${DEFAULT-VALUE}.")
    private double warmUp;

    @Option(
            names = "--page",
            paramLabel = "BYTES",
            defaultValue = "1024",
            description = "Size of a page; default ${DEFAULT-VALUE}.")
    private int pageSize;

    @Option(
            names = "--fill",
            defaultValue = "0.8",
            description = "Share of each page that the bulk load fills; default ${DEFAULT-VALUE}.")
    private double fill;

    @Option(
            names = "--cache",
            paramLabel = "SIZE",
            defaultValue = "64m",
            converter = Sizes.Bytes.class,
            description = "Each client's cache of inner pages; default ${DEFAULT-VALUE}.")
    private long cache;

    @Option(
            names = "--rounds",
            description =
                    "Rounds that compare gets, getAll of 64 keys and puts, over shm also plain"
                            + " reads of the same memory; default 5 for cell, for sherman over shm"
                            + " and with --mode, else 0.")
    private @Nullable Integer rounds;

    @Option(
            names = "--mode",
            description =
                    "Access mode of a coarse or cell index: server, client, ratio, backoff, queue,"
                            + " cache-aware or auto. A policy is compared with server and client"
                            + " (auto_vs_best). Default: in place where possible, else server.")
    private @Nullable String mode;

    @Option(
            names = "--pages",
            description =
                    "Pages of servers' memory: small (4 KiB), huge, or both (one measurement with"
                            + " each, and their ratios). Default: huge where the machine offers"
                            + " them.")
    private @Nullable String pages;

    @Option(names = "--verify", description = "Read all keys and verify the tree at the end.")
    private boolean verify;

    @Mixin private PlotOption pictures;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        OrderedBench bench = new OrderedBench(settings());
        PageSizes on = pages();
        if (on == PageSizes.BOTH) {
            PageSizesReport report = new PageSizesReport(bench.withSmallPages().run(), bench.run());
            pictures.draw(report.huge()::plot);
            return print(report.isGood(), report.faults(), report.toJson(), report.toString());
        }
        OrderedReport report = (on == PageSizes.SMALL ? bench.withSmallPages() : bench).run();
        pictures.draw(report::plot);
        return print(report.isGood(), report.faults(), report.toJson(), report.toString());
    }

    private int print(boolean good, List<String> faults, Map<String, Object> figures, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(figures) : text);
        out.flush();
        faults.forEach(spec.commandLine().getErr()::println);
        return good ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private @Nullable PageSizes pages() {
        try {
            return pages == null ? null : PageSizes.of(pages);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private BenchSettings settings() {
        try {
            Mix chosen = Mix.of(mix);
            if (rangeFraction != null) {
                chosen = chosen.withScans((int) Math.round(rangeFraction * 100));
            }
            return new BenchSettings(
                    fabric,
                    Design.of(design),
                    keys,
                    servers,
                    clients,
                    chosen,
                    distribution,
                    seconds,
                    warmUp,
                    scanLength(chosen),
                    pageSize,
                    fill,
                    cache,
                    rounds != null ? rounds : usualRounds(),
                    verify,
                    mode == null ? null : AccessMode.of(mode));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int usualRounds() {
        boolean compares =
                design.equals(Design.CELL.text())
                        || (fabric.equals("shm") && design.equals(Design.SHERMAN.text()));
        return compares || mode != null ? ROUNDS : 0;
    }

    private long scanLength(Mix chosen) {
        if (scanLength != null) {
            return scanLength;
        }
        if (selectivity == null && chosen.scanning() == Mix.Scanning.SHORT) {
            return YCSB_SCAN;
        }
        double share = selectivity == null ? DEFAULT_SELECTIVITY : selectivity;
        return Math.max(1, Math.round(share * keys));
    }
}
