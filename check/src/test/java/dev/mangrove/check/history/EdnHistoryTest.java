package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class EdnHistoryTest {
    private static final Pattern LINE =
            Pattern.compile(
                    "\\{:index (\\d+), :process (\\d+), :client (-?\\d+), :type :(\\w+), :f"
                            + " :([a-z-]+), :value \\[(-?\\d+) \\{(.*)}](?:, :time (\\d+))?}");

    @Test
    void shouldWriteEveryKindOfOperationWithWhatIsKnownOfIt() throws IOException {
        History history = new History(16);
        history.found(history.invokeGet(0, 5, 1), 7, 2);
        history.refused(history.invokeReplace(0, 5, 7, 8, 3), 4);
        history.foundAbsent(history.invokePut(0, Long.MIN_VALUE, 9, 5), 6);
        history.succeeded(history.invokeDeleteIfEqual(0, 5, 8, 7), 8);

        assertThat(text(history))
                .isEqualTo(
                        """
                        {:index 0, :process 0, :client 0, :type :invoke, :f :get, :value [5 {}], :time 1}
                        {:index 1, :process 0, :client 0, :type :ok, :f :get, :value [5 {:met 7}], :time 2}
                        {:index 2, :process 0, :client 0, :type :invoke, :f :replace, :value [5 {:expected 7, :argument 8}], :time 3}
                        {:index 3, :process 0, :client 0, :type :ok, :f :replace, :value [5 {:expected 7, :argument 8, :applied false}], :time 4}
                        {:index 4, :process 0, :client 0, :type :invoke, :f :put, :value [-9223372036854775808 {:argument 9}], :time 5}
                        {:index 5, :process 0, :client 0, :type :ok, :f :put, :value [-9223372036854775808 {:argument 9, :met :absent}], :time 6}
                        {:index 6, :process 0, :client 0, :type :invoke, :f :delete-if-equal, :value [5 {:expected 8}], :time 7}
                        {:index 7, :process 0, :client 0, :type :ok, :f :delete-if-equal, :value [5 {:expected 8, :applied true}], :time 8}
                        """);
    }

    @Test
    void shouldLeaveOutWhatHadNoEffectAndNeverReuseTheProcessOfAnUnknownOutcome()
            throws IOException {
        History history = new History(16);
        history.failed(history.invokePut(3, 1, 2, 1), 2);
        int unused = history.invokePut(3, 1, 4, 3);
        history.done(history.invokePut(3, 1, 6, 5), 6);

        assertThat(unused).isEqualTo(1);
        assertThat(text(history))
                .isEqualTo(
                        """
                        {:index 0, :process 0, :client 3, :type :invoke, :f :put, :value [1 {:argument 4}], :time 3}
                        {:index 1, :process 1, :client 3, :type :invoke, :f :put, :value [1 {:argument 6}], :time 5}
                        {:index 2, :process 1, :client 3, :type :ok, :f :put, :value [1 {:argument 6}], :time 6}
                        {:index 3, :process 0, :client 3, :type :info, :f :put, :value [1 {:argument 4}]}
                        """);
    }

    @Test
    void shouldInvokeBeforeItRespondsAtEqualTimes() throws IOException {
        History history = new History(16);
        history.done(history.invokePut(1, 1, 2, 1), 5);
        history.done(history.invokePut(2, 1, 3, 5), 6);

        assertThat(text(history).lines().map(line -> line.replaceAll(".*:type :(\\w+).*", "$1")))
                .containsExactly("invoke", "invoke", "ok", "ok");
    }

    /** A reader of the text reaches the same verdict, on histories that are right and wrong. */
    @Test
    void shouldKeepAllThatTheCheckerNeeds() throws IOException {
        int wrong = 0;
        for (long seed = 1; seed <= 40; seed++) {
            History history =
                    AtomicRegisters.generate(
                            seed, new AtomicRegisters.Shape(3, 60, 4, 2, 0.1, Shapes.ALL));
            if (seed % 2 == 0) {
                history.found(history.invokeGet(77, 1, 1_000_000), -12_345, 1_000_001);
            }
            Verdict expected = new LinearizabilityChecker(100_000).check(history).verdict();
            wrong += expected == Verdict.VIOLATION ? 1 : 0;

            assertThat(new LinearizabilityChecker(100_000).check(read(text(history))).verdict())
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
        assertThat(wrong).isEqualTo(20);
    }

    private static String text(History history) throws IOException {
        StringBuilder out = new StringBuilder();
        EdnHistory.write(history, out);
        return out.toString();
    }

    /** Reads what was written, and insists on one operation at a time for each process. */
    private static History read(String text) {
        History history = new History(16);
        Map<Integer, Integer> underWay = new HashMap<>();
        Set<Integer> ended = new HashSet<>();
        text.lines()
                .forEach(
                        line -> {
                            Matcher parts = LINE.matcher(line);
                            assertThat(parts.matches()).as(line).isTrue();
                            int process = Integer.parseInt(parts.group(2));
                            assertThat(ended).as(line).doesNotContain(process);
                            switch (parts.group(4)) {
                                case "invoke" ->
                                        assertThat(underWay.put(process, invoke(history, parts)))
                                                .as(line)
                                                .isNull();
                                case "ok" -> respond(history, underWay.remove(process), parts);
                                default -> ended.add(process);
                            }
                        });
        return history;
    }

    private static int invoke(History history, Matcher parts) {
        OpKind kind =
                OpKind.valueOf(parts.group(5).toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
        return history.invoke(
                Integer.parseInt(parts.group(3)),
                kind,
                Long.parseLong(parts.group(6)),
                number(parts, "argument"),
                number(parts, "expected"),
                Long.parseLong(parts.group(8)));
    }

    private static void respond(History history, int op, Matcher parts) {
        String known = parts.group(7);
        long time = Long.parseLong(parts.group(8));
        if (known.contains(":applied true")) {
            history.succeeded(op, time);
        } else if (known.contains(":applied false")) {
            history.refused(op, time);
        } else if (known.contains(":met :absent")) {
            history.foundAbsent(op, time);
        } else if (known.contains(":met ")) {
            history.found(op, number(parts, "met"), time);
        } else {
            history.done(op, time);
        }
    }

    private static long number(Matcher parts, String name) {
        Matcher found = Pattern.compile(":" + name + " (-?\\d+)").matcher(parts.group(7));
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
}
