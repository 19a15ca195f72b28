package dev.mangrove.check.mutants;

import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.cli.report.Progress;
import dev.mangrove.fabric.memory.SharedWords;

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
import java.util.stream.Stream;

/** Tries mutants, each in a JVM of its own, as many at a time as there are cores. */
public final class MutantRun {
    private final MutantWriter writer = new MutantWriter();
    private final Consumer<String> lines;

    /** Says of each mutant what became of it. */
    public MutantRun(Consumer<String> lines) {
        this.lines = lines;
    }

    /**
     * Tries mutants of the catalogue whose names contain a text, or whose check it is; all if it is
     * empty.
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
        int jobs = Runtime.getRuntime().availableProcessors();
        List<MutantReport.Row> rows = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(jobs);
                Progress progress = Progress.of("check mutants", mutants.size())) {
            List<Future<MutantReport.Row>> tried = new ArrayList<>();
            mutants.forEach(mutant -> tried.add(threads.submit(() -> attempt(mutant))));
            for (Future<MutantReport.Row> each : tried) {
                rows.add(each.get());
                progress.advance(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a mutant could not be tried", e.getCause());
        }
        return new MutantReport(rows);
    }

    MutantReport.Row attempt(Mutant mutant) {
        Path folder = newFolder();
        try {
            writer.write(mutant, folder);
            return attempt(mutant, folder);
        } finally {
            delete(folder);
        }
    }

    private MutantReport.Row attempt(Mutant mutant, Path folder) {
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(mutant.seeds()));
        arguments.addAll(mutant.arguments());
        try (ChildProcess child =
                ChildProcess.startPatched(
                        MutantTrial.class,
                        writer.original(mutant).getModule(),
                        folder,
                        options(),
                        arguments.toArray(String[]::new))) {
            String answer = answer(child);
            lines.accept(mutant + ": " + answer);
            return new MutantReport.Row(mutant, answer);
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
}
