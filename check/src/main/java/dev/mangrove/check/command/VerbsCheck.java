package dev.mangrove.check.command;

import dev.mangrove.check.rdma.RdmaCheck;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks RDMA on a device of this machine, or in a virtual machine with an emulated device; the
 * latter also runs the fabric's contract suite.
 */
final class VerbsCheck {
    private static final String LAUNCHER = "mangrove.launcher";
    private static final int NOT_POSSIBLE = 3;
    private static final Pattern SUITE =
            Pattern.compile("tests: passed=(\\d+) failed=(\\d+) skipped=(\\d+)");
    private static final Pattern COUNTS =
            Pattern.compile("tests on verbs: (\\d+); in the suite: (\\d+)");
    private static final String LEFT_OUT = "left out: ";
    private static final Pattern TRIAL = Pattern.compile("(good|BAD ) (.*)");

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    VerbsCheck(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /** Checks a device of this machine. */
    int here(int size) {
        List<RdmaCheck.Row> rows = new RdmaCheck(size, this::say).run();
        boolean good = rows.stream().allMatch(RdmaCheck.Row::good);
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("good", good);
            all.put("trials", rows.stream().map(RdmaCheck::json).toList());
            out.println(Json.write(all));
            out.flush();
        }
        return good ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    /**
     * Checks in a virtual machine that may run {@code seconds}; {@code inShort} omits most of the
     * suite.
     */
    int inMachine(int seconds, boolean inShort) {
        String launcher = System.getProperty(LAUNCHER);
        if (launcher == null) {
            throw new IllegalStateException("--soft-roce needs the launcher ./mangrove");
        }
        Path script =
                Path.of(launcher).resolveSibling("build").resolve("soft-roce").resolve("check");
        List<String> lines = new ArrayList<>();
        int status = run(lines, command(script, seconds, inShort));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("good", status == 0);
        if (status == NOT_POSSIBLE) {
            String why = lines.isEmpty() ? "no virtual machine here" : lines.getLast();
            all.put("good", true);
            all.put("skipped", why);
            say("skipped: " + why);
        }
        summarize(lines, all);
        if (json) {
            out.println(Json.write(all));
        } else if (status == 0) {
            out.println((inShort ? "what was tried" : "all") + " is good on Soft-RoCE");
        }
        out.flush();
        return status == 0 || status == NOT_POSSIBLE ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private static List<String> command(Path script, int seconds, boolean inShort) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command =
                new ArrayList<>(
                        List.of("bash", script.toString(), java, Integer.toString(seconds)));
        if (inShort) {
            command.add("--short");
        }
        return command;
    }

    private int run(List<String> lines, List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    lines.add(line);
                    say(line);
                }
            }
            return process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static void summarize(List<String> lines, Map<String, Object> all) {
        List<String> trials = new ArrayList<>();
        for (String line : lines) {
            Matcher suite = SUITE.matcher(line);
            Matcher counts = COUNTS.matcher(line);
            if (suite.matches()) {
                all.put("tests_passed", Long.parseLong(suite.group(1)));
                all.put("tests_failed", Long.parseLong(suite.group(2)));
                all.put("tests_skipped", Long.parseLong(suite.group(3)));
            } else if (counts.matches()) {
                all.put("tests_on_verbs", Long.parseLong(counts.group(1)));
                all.put("tests_in_suite", Long.parseLong(counts.group(2)));
            } else if (line.startsWith(LEFT_OUT)) {
                all.put("left_out", line.substring(LEFT_OUT.length()));
            } else if (TRIAL.matcher(line).matches()) {
                trials.add(line);
            }
        }
        all.put("trials", trials);
    }

    /** Prints a line of progress; to the error stream if the output is JSON. */
    private void say(String line) {
        PrintWriter to = json ? err : out;
        to.println(line);
        to.flush();
    }
}
