package dev.mangrove.litmus;

import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Outcomes of one litmus test in this JVM.
 *
 * @param outcomes how often each was seen
 * @param failures forbidden outcomes with their descriptions, or why the test could not run
 */
record LitmusRun(Map<String, Long> outcomes, List<String> failures) {
    /** Names of all tests. */
    static List<String> tests() {
        return TestList.tests().stream().sorted().toList();
    }

    /** Runs a test for a time, with the classes that a loader finds. */
    static LitmusRun of(String test, int millis, ClassLoader loader)
            throws ReflectiveOperationException {
        TestInfo info = TestList.getInfo(test);
        SchedulingClass anywhere =
                new SchedulingClass(AffinityMode.NONE, info.threads(), NodeType.PACKAGE);
        TestConfig config =
                new TestConfig(
                        new ShortOptions(millis),
                        info,
                        0,
                        List.of(),
                        CompileMode.UNIFIED,
                        anywhere);
        TestResult result = run(config, loader);
        result.setConfig(config);
        return new LitmusRun(outcomes(result), failures(result));
    }

    /** As a JVM that jcstress has started would. */
    private static TestResult run(TestConfig config, ClassLoader loader)
            throws ReflectiveOperationException {
        Class<?> runner = Class.forName(config.generatedRunnerName, true, loader);
        Object made =
                runner.getConstructor(ForkedTestConfig.class)
                        .newInstance(new ForkedTestConfig(config));
        return ((Runner<?>) made).run();
    }

    private static Map<String, Long> outcomes(TestResult result) {
        Map<String, Long> counts = new TreeMap<>();
        for (String outcome : result.getStateKeys()) {
            counts.put(outcome, result.getCount(outcome));
        }
        return counts;
    }

    private static List<String> failures(TestResult result) {
        if (result.status() == Status.NORMAL) {
            return List.copyOf(result.grading().failureMessages);
        }
        List<String> failures = new ArrayList<>(List.of(result.status().toString()));
        failures.addAll(result.getMessages());
        return failures;
    }
}
