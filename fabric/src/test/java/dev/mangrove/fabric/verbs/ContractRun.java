package dev.mangrove.fabric.verbs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Runs tests where there is no Maven: a line for each test, and at the end how many there were.
 *
 * <pre>
 * ContractRun CLASS [PATTERN…]     tests whose "Class.method" contains one of the patterns
 * </pre>
 */
final class ContractRun implements TestExecutionListener {
    private static final int LONGEST_TRACE = 40;

    private final PrintStream out = System.out;
    private final Map<String, Long> started = new HashMap<>();
    private int passed;
    private int failed;
    private int skipped;

    private ContractRun() {}

    public static void main(String[] args) throws ClassNotFoundException {
        ContractRun run = new ContractRun();
        Pattern wanted =
                Pattern.compile(
                        args.length == 1
                                ? ""
                                : String.join("|", Arrays.asList(args).subList(1, args.length)));
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(Class.forName(args[0])))
                        .filters(
                                (PostDiscoveryFilter)
                                        test ->
                                                FilterResult.includedIf(
                                                        test.isContainer()
                                                                || wanted.matcher(
                                                                                nameOf(
                                                                                        test.getSource()
                                                                                                .orElse(
                                                                                                        null)))
                                                                        .find()))
                        .configurationParameter(
                                "junit.jupiter.execution.timeout.mode",
                                Integer.getInteger("mangrove.slowness", 1) > 1
                                        ? "disabled"
                                        : "enabled")
                        .build(),
                run);
        run.out.println(
                "tests: passed="
                        + run.passed
                        + " failed="
                        + run.failed
                        + " skipped="
                        + run.skipped);
        System.exit(run.failed == 0 && run.passed > 0 ? 0 : 1);
    }

    private static String nameOf(TestSource source) {
        return source instanceof MethodSource method
                ? method.getClassName().replaceAll(".*[.$]", "") + "." + method.getMethodName()
                : String.valueOf(source);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        started.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped++;
        out.println("skipped  " + test.getDisplayName() + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean good = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (good && !test.isTest()) {
            return;
        }
        double seconds = (System.nanoTime() - started.get(test.getUniqueId())) / 1e9;
        out.printf(
                "%s %6.2f s  %s%n",
                good ? "ok    " : "FAILED", seconds, nameOf(test.getSource().orElse(null)));
        if (good) {
            passed++;
        } else {
            failed++;
            result.getThrowable().ifPresent(this::show);
        }
        out.flush();
    }

    private void show(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            out.println("    " + cause);
            Arrays.stream(cause.getStackTrace())
                    .filter(frame -> frame.getClassName().startsWith("dev.mangrove"))
                    .limit(LONGEST_TRACE)
                    .forEach(frame -> out.println("        at " + frame));
        }
    }
}
