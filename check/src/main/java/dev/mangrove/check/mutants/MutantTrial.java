package dev.mangrove.check.mutants;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.cli.logging.LogConfig;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The main class of a JVM that has a mutant in it: runs seeds of one check until it objects, and
 * says at which seed, or that it never did.
 */
public final class MutantTrial {
    private static final System.Logger LOG = System.getLogger(MutantTrial.class.getName());

    /** First word of the answer when a check has objected; the seed follows. */
    static final String CAUGHT = "caught";

    /** The answer when no check has objected. */
    static final String SURVIVED = "survived";

    /** Processor time, as the machine may be busy. Chosen: a seed takes a tenth of a second. */
    private static final Duration LONGEST_SEED = Duration.ofSeconds(30);

    /** Looks at a seed that uses no processor time before it counts as one that does not end. */
    private static final int MOST_LOOKS = 40;

    private static final long LOOK_MILLIS = 15_000;

    private static final int LONGEST_VIOLATION = 160;

    private static volatile long current;

    private MutantTrial() {}

    /** The number of seeds, and then a check as on the command line. */
    public static void main(String[] arguments) {
        LogConfig.simulated();
        long seeds = Long.parseLong(arguments[0]);
        CheckCommand command = command(List.of(Arrays.copyOfRange(arguments, 1, arguments.length)));
        System.out.println(outcome(command, seeds));
        System.exit(0); // Threads of a server that was not closed may be left.
    }

    /** Whether a process has said what became of its seeds, and did not just end. */
    static boolean isAnswer(String line) {
        return line.startsWith(CAUGHT) || line.equals(SURVIVED);
    }

    private static String outcome(CheckCommand command, long seeds) {
        startDaemon(MutantTrial::watch, "mangrove-mutant-watch");
        startDaemon(MutantTrial::endWithParent, "mangrove-mutant-input");
        for (long seed = 1; seed <= seeds; seed++) {
            current = seed;
            try {
                CheckReport report = command.replay(seed, null);
                if (report.violations() > 0) {
                    return caught(seed, report.firstViolations().getFirst());
                }
            } catch (RuntimeException | Error e) {
                return caught(seed, e.toString());
            }
        }
        return SURVIVED;
    }

    /** The answer with the beginning of what the check said, for people to judge. */
    private static String caught(long seed, String violation) {
        String line = violation.replaceAll("\\s+", " ");
        return CAUGHT
                + " "
                + seed
                + ": "
                + line.substring(0, Math.min(line.length(), LONGEST_VIOLATION));
    }

    private static void startDaemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** The parent holds the other end of the input, and writes nothing. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "input has failed", e);
        }
        Runtime.getRuntime().halt(1);
    }

    /** A seed that does not end is one that the check objects to. */
    private static void watch() {
        try {
            while (true) {
                long seed = current;
                Duration start = processorTime();
                int looks = 0;
                while (current == seed) {
                    Thread.sleep(LOOK_MILLIS);
                    boolean isOver = processorTime().minus(start).compareTo(LONGEST_SEED) > 0;
                    if (current == seed && (isOver || ++looks == MOST_LOOKS)) {
                        System.out.println(CAUGHT + " " + seed + ": it does not end");
                        Runtime.getRuntime().halt(0);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration processorTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** {@code ordered fine}, {@code spatial rstar} and the like, perhaps with a mode. */
    private static CheckCommand command(List<String> words) {
        boolean hasDesign = words.size() > 1 && !words.get(1).startsWith("--");
        @Nullable String design = hasDesign ? words.get(1) : null;
        InPlaceMode mode =
                InPlaceMode.of(
                        words.contains("--by-verbs"),
                        words.contains("--in-place"),
                        words.contains("--store-buffers"));
        boolean asPublished = words.contains("--as-published");
        int faults = words.indexOf("--faults");
        String kinds = faults < 0 ? "all" : words.get(faults + 1);
        return CheckCommand.of(words.getFirst(), kinds, design, asPublished, mode);
    }
}
