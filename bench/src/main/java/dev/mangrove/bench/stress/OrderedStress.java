package dev.mangrove.bench.stress;

import dev.mangrove.bench.report.Progress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One run: servers and clients start, clients work while they are killed and paused, and in the end
 * the tree must be sound and all histories possible. An operation that was answered has happened,
 * whatever happened to its client afterwards.
 */
public final class OrderedStress {
    private static final long WARM_UP_NANOS = 50_000_000;

    private final StressSettings settings;
    private final Class<?> clientMain;
    private final StressKeys keys;
    private final int rounds;
    private final StressTally tally = new StressTally();
    private final StressFinish finish;

    /** A run that has not begun. */
    public OrderedStress(StressSettings settings) {
        this(settings, StressClient.class);
    }

    /** The same with other clients, to see whether it finds what is wrong with them. */
    OrderedStress(StressSettings settings, Class<?> clientMain) {
        this.settings = settings;
        this.clientMain = clientMain;
        this.keys = new StressKeys(settings.servers());
        this.rounds = StressClock.rounds(settings.seconds());
        this.finish = new StressFinish(keys, rounds, tally);
    }

    /** Runs it. */
    public StressReport run() {
        try {
            Path folder = Files.createTempDirectory("mangrove-stress");
            try {
                stress(folder);
                return check(folder);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stress(Path folder) throws IOException {
        try (StressProcesses processes = new StressProcesses(settings, clientMain, folder, tally)) {
            // Processes that stand still would not notice that their parent ends.
            Thread hook = new Thread(processes::close, "mangrove-stress-end");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                processes.start();
                work(processes);
                processes.finish();
                finish.run(processes.pool(), folder.resolve("journal-last"));
            } finally {
                removeHook(hook);
            }
        }
    }

    private void work(StressProcesses processes) {
        long start = System.nanoTime() + WARM_UP_NANOS;
        StressClock clock = new StressClock(start, start + (long) (settings.seconds() * 1e9));
        try (Progress progress = Progress.of("stress", (long) (settings.seconds() * 1000) + 1)) {
            new Havoc(processes, clock, settings.seed()).run(progress);
        }
    }

    private StressReport check(Path folder) throws IOException {
        long start = System.nanoTime();
        Pieces pieces = new Pieces(keys, rounds, tally);
        for (Path journal : filesOf(folder)) {
            pieces.add(journal);
        }
        List<PieceCheck> checks;
        try (Progress progress = Progress.of("check", rounds)) {
            checks =
                    pieces.all().parallelStream()
                            .map(
                                    piece -> {
                                        PieceCheck check = PieceCheck.of(piece);
                                        progress.advance(1);
                                        return check;
                                    })
                            .toList();
        }
        checks.forEach(check -> check.violations().forEach(tally::violation));
        int undecided = checks.stream().mapToInt(PieceCheck::undecided).sum();
        double seconds = (System.nanoTime() - start) / 1e9;
        return report(pieces, undecided, seconds);
    }

    private StressReport report(Pieces pieces, int undecided, double checkSeconds) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("operations", pieces.operations());
        figures.put("unanswered", pieces.unanswered());
        figures.put("kills", tally.kills());
        figures.put("threads_killed_within_an_operation", pieces.journalsWithUnanswered());
        figures.put("pauses", tally.pauses());
        figures.put("restarts", tally.restarts());
        figures.put("lost_connections", tally.lostConnections());
        figures.put("verify", finish.isSound() ? "good" : "FAULTY");
        figures.put("entries", finish.found().entries());
        figures.put("pages", finish.found().pages());
        figures.put("height", finish.height());
        figures.put("check_seconds", Math.round(checkSeconds * 10) / 10.0);
        figures.put("undecided", undecided);
        return new StressReport(settings, figures, tally.violations(), tally.violationCount());
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : filesOf(folder)) {
            Files.delete(file);
        }
        Files.delete(folder);
    }

    /** When this process is ending already, the hook is at work and stays. */
    private static void removeHook(Thread hook) {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            System.getLogger(OrderedStress.class.getName())
                    .log(System.Logger.Level.DEBUG, "ending", e);
        }
    }
}
