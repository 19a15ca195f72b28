package dev.mangrove.check.stress;

import dev.mangrove.cli.process.AtEnd;
import dev.mangrove.cli.report.Progress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run: servers and clients start, clients execute operations while the parent kills and pauses
 * them, and at the end the tree must be sound and all histories must pass the checks. An answered
 * operation has taken effect, even if its client is killed afterwards.
 */
public final class OrderedStress {
    private static final System.Logger LOG = System.getLogger(OrderedStress.class.getName());
    private static final long WARM_UP_NANOS = 50_000_000;
    private static final Duration LONGEST_FINISH = Duration.ofMinutes(2);

    private final StressSettings settings;
    private final Class<?> clientMain;
    private final StressKeys keys;
    private final int rounds;
    private final StressTally tally = new StressTally();
    private final StressFinish finish;

    /** Creates a run; {@link #run} starts it. */
    public OrderedStress(StressSettings settings) {
        this(settings, StressClient.class);
    }

    /** Creates a run with faulty clients, for tests of the check itself. */
    OrderedStress(StressSettings settings, Class<?> clientMain) {
        this.settings = settings;
        this.clientMain = clientMain;
        this.keys = new StressKeys(settings.servers());
        this.rounds = StressClock.rounds(settings.seconds());
        this.finish = new StressFinish(keys, rounds, tally);
    }

    /** Executes the run. */
    public StressReport run() {
        try (JournalFolder folder = JournalFolder.create()) {
            stress(folder);
            return check(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stress(JournalFolder folder) {
        try (StressProcesses processes =
                        new StressProcesses(settings, clientMain, folder.path(), tally);
                AtEnd _ = AtEnd.run(() -> end(processes, folder))) {
            processes.start();
            work(processes);
            processes.finish();
            finish(processes.pool(), folder.path().resolve("journal-last"));
        }
    }

    /** Shutdown hook: ends the children, as paused ones would not notice the parent's end. */
    private static void end(StressProcesses processes, JournalFolder folder) {
        processes.close();
        try {
            folder.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot delete the journals", e);
        }
    }

    /** Runs the final check on a thread with a time limit: in a damaged tree it may never end. */
    private void finish(String pool, Path journal) {
        Thread look =
                Thread.ofPlatform().daemon().name("finish").start(() -> finish.run(pool, journal));
        try {
            if (!look.join(LONGEST_FINISH)) {
                tally.violation(
                        "the final check has not ended in time: " + List.of(look.getStackTrace()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the index is verified", e);
        }
    }

    private void work(StressProcesses processes) {
        long start = System.nanoTime() + WARM_UP_NANOS;
        StressClock clock = new StressClock(start, start + (long) (settings.seconds() * 1e9));
        try (Progress progress = Progress.of("stress", (long) (settings.seconds() * 1000) + 1)) {
            new ProcessFaults(processes, clock, settings.seed()).run(progress);
        }
    }

    private StressReport check(JournalFolder folder) throws IOException {
        long start = System.nanoTime();
        Pieces pieces = new Pieces(keys, rounds, tally);
        for (Path journal : folder.files()) {
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
}
