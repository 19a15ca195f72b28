package dev.mangrove.check.command;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.mutants.MutantReport;
import dev.mangrove.check.stress.OrderedStress;
import dev.mangrove.check.stress.StressReport;
import dev.mangrove.check.stress.StressSettings;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.logging.LogConfig;
import dev.mangrove.cli.report.Json;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.ordered.Design;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

@Command(
        name = "check",
        description =
                "Check indexes and the fabric in seeded simulations under faults, or with processes"
                        + " that are killed and paused.")
public final class Check implements Callable<Integer> {
    private static final String VERBS = "verbs";
    private static final String MUTANTS = "mutants";
    private static final String ALL = "all";
    private static final long SEEDS = 1L << 32;

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "TARGET",
            description =
                    "What to check. In the simulator: fabric; ordered with --design; spatial with"
                        + " --tree; bytes with --design; extents, long values of hardly any byte"
                        + " strings; shipments, indexes that servers copy; window-counts, a small"
                        + " tree; writes, a few pages by verbs; meganodes, those of a small tree"
                        + " that split, merge and move; all, where each seed draws one of these."
                        + " Without servers: edits or string-edits, of one page; pages, loads,"
                        + " merges, ranges, gets, reuse, copies, counts or handles, a small ordered"
                        + " tree; string-pages, string-merges, string-ranges or string-copies, one"
                        + " on the same code with byte strings; strings, sweeps or swaps, a"
                        + " server's tree of byte strings; nodes, deaths or aborts, an R-tree."
                        + " Besides: verbs, an RDMA device of this machine; mutants, whether checks"
                        + " find errors that are put into the product.")
    private String target;

    @Option(
            names = "--seeds",
            defaultValue = "1000",
            description = "With --fabric sim: number of runs; default ${DEFAULT-VALUE}.")
    private long seeds;

    @Option(
            names = "--seed",
            description = "Run this seed only; with --fabric shm or tcp the default is random.")
    private @Nullable Long seed;

    @Option(
            names = "--minutes",
            description =
                    "With all: run seeds for so long, from --seed on or from one by chance; stops"
                            + " at a violation.")
    private @Nullable Double minutes;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description = "With --seed: write the operations as EDN, which Knossos reads.")
    private @Nullable Path historyFile;

    @Option(names = "--trace", description = "With --seed: show all that happens.")
    private boolean trace;

    @Option(
            names = "--faults",
            defaultValue = "all",
            description =
                    "Faults that may happen, with commas between them, all or none; default"
                            + " ${DEFAULT-VALUE}.")
    private String faults;

    @Option(
            names = "--design",
            description =
                    "Design of an ordered index: coarse, fine, hybrid, sherman, cell; of byte"
                            + " strings: coarse, fine, sherman, cell.")
    private @Nullable String design;

    @Option(names = "--tree", description = "Tree of a spatial index: basic, rstar, hilbert.")
    private @Nullable String tree;

    @Option(
            names = "--as-published",
            description =
                    "With --design fine, sherman or cell, or --tree: check the published protocol"
                            + " in this project's page format; the check then finds its faults."
                            + " docs/SIMULATOR.md says where it differs from the paper.")
    private boolean asPublished;

    @Option(
            names = "--in-place",
            description =
                    "With ordered or spatial: clients use their servers' memory in place, and step"
                            + " in between each other's loads and stores. Without it, seeds draw"
                            + " that.")
    private boolean inPlace;

    @Option(
            names = "--store-buffers",
            description =
                    "What a thread stores in place becomes visible to others late; as --in-place,"
                            + " or with --by-verbs for the threads of servers alone.")
    private boolean storeBuffers;

    @Option(
            names = "--by-verbs",
            description = "All clients use verbs; none accesses memory in place.")
    private boolean byVerbs;

    @Option(
            names = "--fabric",
            defaultValue = "sim",
            description =
                    "sim, or shm or tcp for an ordered index on real memory, with processes that"
                            + " are killed and paused; default ${DEFAULT-VALUE}.")
    private String fabric;

    @Mixin private StressOptions stress;

    @Option(
            names = "--soft-roce",
            description =
                    "With verbs: in a virtual machine with an emulated device, with the contract"
                            + " suite.")
    private boolean softRoce;

    @Option(
            names = "--short",
            description =
                    "With --soft-roce: omit most of the contract suite, and print what was"
                            + " omitted.")
    private boolean inShort;

    @Option(
            names = "--limit",
            defaultValue = "540",
            description =
                    "With --soft-roce: seconds that the virtual machine may run; default"
                            + " ${DEFAULT-VALUE}.")
    private int limit;

    @Option(
            names = "--trial-size",
            defaultValue = "1000",
            description = "With verbs: operations of each kind; default ${DEFAULT-VALUE}.")
    private int trialSize;

    @Mixin private MutantOptions mutants;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        return switch (fabric) {
            case "sim" -> simulate();
            case StressSettings.SHM, StressSettings.TCP -> stress();
            default ->
                    throw new ParameterException(
                            spec.commandLine(), "no such fabric: " + fabric + "; sim, shm or tcp");
        };
    }

    private int stress() {
        StressReport report = new OrderedStress(stressSettings()).run();
        report.violations().forEach(spec.commandLine().getErr()::println);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(report.toJson()) : report.toString());
        out.flush();
        return report.isGood() ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private StressSettings stressSettings() {
        if (!target.equals("ordered") || design == null) {
            throw new ParameterException(
                    spec.commandLine(), "--fabric shm and tcp are for ordered with a --design");
        }
        if (asPublished || trace || !faults.equals("all")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--as-published, --trace and --faults are for --fabric sim");
        }
        try {
            return stress.settings(Design.of(design), fabric, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int simulate() {
        if (stress.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--seconds, --clients, --servers and --fanout are for --fabric shm and tcp");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (target.equals(VERBS)) {
            VerbsCheck verbs = new VerbsCheck(out, spec.commandLine().getErr(), json);
            return softRoce ? verbs.inMachine(limit, inShort) : verbs.here(trialSize);
        }
        if (target.equals(MUTANTS)) {
            return mutants(out);
        }
        // Must be set before the class that accesses pages is initialized.
        String _ = System.setProperty(SharedWords.WATCHED_PROPERTY, "true");
        CheckCommand command = command();
        LogConfig.simulated();
        CheckReport report = run(command, out);
        report.failures().forEach(this::say);
        Long bad = report.firstBadSeed();
        if (bad != null) {
            report.firstViolations().forEach(spec.commandLine().getErr()::println);
            spec.commandLine().getErr().println("checked: " + command.describe(bad));
            spec.commandLine().getErr().println("again: " + command.replayCommand(bad));
        }
        out.println(json ? Json.write(report.toJson()) : report.toString());
        out.flush();
        return report.isGood() ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private CheckReport run(CheckCommand command, PrintWriter out) {
        Double limit = minutes;
        Long only = seed;
        if (limit != null) {
            long first = only == null ? ThreadLocalRandom.current().nextLong(SEEDS) : only;
            return command.soak(first, limit, this::say);
        }
        if (only == null) {
            return command.run(seeds);
        }
        @Nullable Consumer<String> lines = trace ? out::println : null;
        Path file = historyFile;
        if (file == null) {
            return command.replay(only, lines);
        }
        try (Writer edn = Files.newBufferedWriter(file)) {
            return command.replay(only, lines, edn);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the history to " + file, e);
        }
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }

    private int mutants(PrintWriter out) {
        MutantReport report;
        try {
            report = mutants.run(this::say);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        out.println(json ? Json.write(report.toJson()) : report.toString());
        out.flush();
        return report.isGood() ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private CheckCommand command() {
        if (trace && seed == null) {
            throw new ParameterException(spec.commandLine(), "--trace needs --seed");
        }
        if (minutes != null && (!target.equals(ALL) || trace || historyFile != null)) {
            throw new ParameterException(
                    spec.commandLine(), "--minutes is for all, without --trace and --history");
        }
        if (historyFile != null && seed == null) {
            throw new ParameterException(spec.commandLine(), "--history needs --seed");
        }
        if (seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds is less than 1: " + seeds);
        }
        try {
            InPlaceMode mode = InPlaceMode.of(byVerbs, inPlace, storeBuffers);
            return CheckCommand.of(target, faults, tree == null ? design : tree, asPublished, mode);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
