package dev.mangrove.fabric.verbs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.mangrove.fabric.contract.peer.PeerJvm;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Runs tests without Maven: prints a line for each test, and at the end their number. A test is
 * named "Theme.shouldDoThis".
 *
 * <pre>
 * ContractRun CLASS [PATTERN…] [--then MAIN ARGUMENT…]
 *                              runs the tests with a name that matches a pattern; then MAIN in
 *                              the same process, as a JVM may take long to start; MAIN's status
 *                              is then the process's
 * ContractRun --list CLASS     prints the names of all tests, and runs none
 * </pre>
 */
final class ContractRun implements TestExecutionListener {
    private static final int LONGEST_TRACE = 40;
    private static final String LIST = "--list";
    private static final String THEN = "--then";

    /** Property: number of the suite's processes to start in advance. */
    private static final String PEERS_AHEAD = "mangrove.peers-ahead";

    private final PrintStream out = System.out;
    private final Map<String, Long> started = new HashMap<>();
    private int passed;
    private int failed;
    private int skipped;

    private ContractRun() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        ContractRun run = new ContractRun();
        List<String> words = Arrays.asList(args);
        if (words.getFirst().equals(LIST)) {
            run.list(request(words.get(1), List.of()));
            return;
        }
        int then = words.contains(THEN) ? words.indexOf(THEN) : words.size();
        PeerJvm.startAhead(VerbsUnderTest.class, Integer.getInteger(PEERS_AHEAD, 0));
        LauncherFactory.create().execute(request(words.getFirst(), words.subList(1, then)), run);
        run.out.printf(
                "tests: passed=%d failed=%d skipped=%d%n", run.passed, run.failed, run.skipped);
        run.out.flush();
        if (then < words.size()) {
            runMain(words.subList(then + 1, words.size()));
        }
        // Ends the process even if a failed test has left threads.
        System.exit(run.failed == 0 && run.passed > 0 ? 0 : 1);
    }

    /** Runs a program, which may end the process. */
    private static void runMain(List<String> words) throws ReflectiveOperationException {
        Class.forName(words.getFirst())
                .getMethod("main", String[].class)
                .invoke(null, (Object) words.subList(1, words.size()).toArray(String[]::new));
    }

    private static LauncherDiscoveryRequest request(String suite, List<String> patterns)
            throws ClassNotFoundException {
        Pattern wanted = Pattern.compile(String.join("|", patterns));
        PostDiscoveryFilter filter =
                test -> FilterResult.includedIf(test.isContainer() || isWanted(wanted, test));
        // Waits within tests have limits that are scaled by the machine's slowness.
        boolean slow = Integer.getInteger("mangrove.slowness", 1) > 1;
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Class.forName(suite)))
                .filters(filter)
                .configurationParameter(
                        "junit.jupiter.testclass.order.default",
                        ClassOrderer.OrderAnnotation.class.getName())
                .configurationParameter(
                        "junit.jupiter.execution.timeout.mode", slow ? "disabled" : "enabled")
                .build();
    }

    private static boolean isWanted(Pattern wanted, TestDescriptor test) {
        return wanted.matcher(test.getSource().map(ContractRun::nameOf).orElse("")).find();
    }

    /** Theme and method: the nested class is the theme; the contract may declare the method. */
    private static String nameOf(TestSource source) {
        return source instanceof MethodSource method
                ? method.getClassName().replaceAll(".*[.$]", "") + "." + method.getMethodName()
                : String.valueOf(source);
    }

    private static String nameOf(TestIdentifier test) {
        return test.getSource().map(ContractRun::nameOf).orElse(test.getDisplayName());
    }

    private void list(LauncherDiscoveryRequest request) {
        Launcher launcher = LauncherFactory.create();
        TestPlan plan = launcher.discover(request);
        TreeSet<String> names = new TreeSet<>();
        for (TestIdentifier root : plan.getRoots()) {
            plan.getDescendants(root).stream()
                    .filter(TestIdentifier::isTest)
                    .forEach(test -> names.add(nameOf(test)));
        }
        names.forEach(out::println);
        out.flush();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        started.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped++;
        out.println("skipped  " + nameOf(test) + ": " + reason);
        out.flush();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean good = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (good && !test.isTest()) {
            return;
        }
        double seconds = (System.nanoTime() - started.get(test.getUniqueId())) / 1e9;
        out.printf("%s %6.2f s  %s%n", good ? "ok    " : "FAILED", seconds, nameOf(test));
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
