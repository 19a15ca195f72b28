package dev.mangrove.check.mutants;

import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.cli.report.Progress;
import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Tries mutants, each in a JVM of its own, as many at a time as there are cores. What an {@code
 * OutcomeFile} has of the same code is taken from there.
 */
public final class MutantRun {
    private final MutantWriter writer = new MutantWriter();
    private final int controlSeeds;
    private final Consumer<String> lines;
    private final OutcomeFile outcomes;
    private final TriedCode code = new TriedCode();

    /**
     * Says of each mutant what became of it.
     *
     * @param controlSeeds for each check without a mutant
     * @param outcomes file of outcomes that are known, and are added; null for none
     * @throws IllegalArgumentException if the control has no seed, or the file cannot be read
     */
    public MutantRun(int controlSeeds, @Nullable Path outcomes, Consumer<String> lines) {
        if (controlSeeds < 1) {
            throw new IllegalArgumentException(
                    "controlSeeds=" + controlSeeds + " is less than 1: the control needs a seed");
        }
        this.controlSeeds = controlSeeds;
        this.outcomes = new OutcomeFile(outcomes);
        this.lines = lines;
    }

    /**
     * Tries mutants of the catalogue whose names contain a text, or whose check it is; all if it is
     * empty. Runs their checks without a mutant as well: what a check says of the product as it is
     * says nothing of a mutant.
     */
    public MutantReport run(String part) {
        return run(
                MutantCatalogue.ALL.stream()
                        .filter(
                                mutant ->
                                        mutant.name().contains(part) || mutant.check().equals(part))
                        .toList());
    }

    private MutantReport run(List<Mutant> mutants) {
        if (mutants.isEmpty()) {
            throw new IllegalArgumentException(
                    "no mutant has this text in its name, or is tried by this check: see the names"
                            + " that check mutants prints without --mutant");
        }
        List<String> checks =
                mutants.stream()
                        .filter(mutant -> !mutant.isPublished())
                        .map(Mutant::check)
                        .distinct()
                        .toList();
        int jobs = Runtime.getRuntime().availableProcessors();
        try (ExecutorService threads = Executors.newFixedThreadPool(jobs);
                Progress progress = Progress.of("check mutants", checks.size() + mutants.size())) {
            List<Future<ControlRow>> controls = new ArrayList<>();
            checks.forEach(check -> controls.add(threads.submit(() -> control(check))));
            List<Future<MutantReport.Row>> tried = new ArrayList<>();
            mutants.forEach(mutant -> tried.add(threads.submit(() -> attempt(mutant))));
            return new MutantReport(await(tried, progress), await(controls, progress));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a mutant could not be tried", e.getCause());
        }
    }

    private static <T> List<T> await(List<Future<T>> tried, Progress progress)
            throws InterruptedException, ExecutionException {
        List<T> rows = new ArrayList<>();
        for (Future<T> each : tried) {
            rows.add(each.get());
            progress.advance(1);
        }
        return rows;
    }

    /** Runs a check on the product as it is, as mutants are tried. */
    ControlRow control(String check) {
        Outcome outcome =
                outcome(
                        "without a mutant, " + check,
                        new byte[0],
                        arguments(controlSeeds, List.of(check.split(" ", -1))),
                        arguments -> ask(MutantRun.class.getModule(), folder -> {}, arguments));
        return new ControlRow(check, controlSeeds, outcome.answer());
    }

    MutantReport.Row attempt(Mutant mutant) {
        byte[] changed = writer.changed(mutant);
        Outcome outcome =
                outcome(
                        mutant.name(),
                        changed,
                        arguments(mutant.seeds(), mutant.arguments()),
                        arguments ->
                                ask(
                                        writer.original(mutant).getModule(),
                                        folder -> writer.write(mutant, changed, folder),
                                        arguments));
        return new MutantReport.Row(mutant, outcome.answer(), outcome.isKnown());
    }

    private static List<String> arguments(int seeds, List<String> check) {
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(seeds));
        arguments.addAll(check);
        return arguments;
    }

    /** Takes a known answer, or has a process give it and keeps that. */
    private Outcome outcome(
            String what,
            byte[] changed,
            List<String> arguments,
            Function<List<String>, String> process) {
        List<String> all = new ArrayList<>(options());
        all.addAll(arguments);
        String digest = code.digest(changed, all);
        String known = outcomes.answer(what, digest);
        if (known != null) {
            lines.accept(what + ": " + known + " (known)");
            return new Outcome(known, true);
        }
        String answer = process.apply(arguments);
        if (MutantTrial.isAnswer(answer)) {
            outcomes.keep(what, digest, answer);
        }
        lines.accept(what + ": " + answer);
        return new Outcome(answer, false);
    }

    /** What a process says of a check that finds classes of a module in a folder first. */
    private static String ask(Module patched, Consumer<Path> patch, List<String> arguments) {
        Path folder = newFolder();
        try {
            patch.accept(folder);
            return ask(patched, folder, arguments);
        } finally {
            delete(folder);
        }
    }

    private static String ask(Module patched, Path folder, List<String> arguments) {
        try (ChildProcess child =
                ChildProcess.startPatched(
                        MutantTrial.class,
                        patched,
                        folder,
                        options(),
                        arguments.toArray(String[]::new))) {
            return answer(child);
        }
    }

    /** A process that ends without an answer has shown nothing. */
    private static String answer(ChildProcess child) {
        try {
            return child.readLine();
        } catch (IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static List<String> options() {
        String sim = MutantRun.class.getModule().isNamed() ? "dev.mangrove.sim" : "ALL-UNNAMED";
        return List.of(
                "-XX:+UseSerialGC",
                "-ea", // An assertion of the product is part of every check.
                "-XX:TieredStopAtLevel=1", // Most end before the second compiler pays.
                "--add-exports=java.base/jdk.internal.vm=" + sim,
                "-D" + SharedWords.WATCHED_PROPERTY + "=true");
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("mangrove-mutant");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for a mutant", e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }

    /**
     * What a trial has come to.
     *
     * @param isKnown whether that was known from an earlier run
     */
    private record Outcome(String answer, boolean isKnown) {}
}
