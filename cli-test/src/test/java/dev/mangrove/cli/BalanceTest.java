package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.ClientAccess;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class BalanceTest {
    private static final Pattern FOLDER = Pattern.compile("shm:(/[^ ,\"]+)");
    private static final long KEYS = 5_000;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldMovePagesToAServerThatHasJoinedAndOffOneThatLeaves() throws Exception {
        try (CommandProcess first = serve()) {
            String uri = uri(first);
            try (CommandProcess second = serve("--join", uri)) {
                uri(second);
                try (Mangrove mangrove = Mangrove.connect(URI.create(uri));
                        CommandProcess _ = moveWhileClientsWork(mangrove, uri)) {
                    mangrove.drop("moved");
                    awaitNoMemory(mangrove, 2);
                }
            }
        }
    }

    /** Returns the server that joins. */
    private CommandProcess moveWhileClientsWork(Mangrove mangrove, String uri) throws Exception {
        try (OrderedIndex index = filled(mangrove)) {
            CommandProcess third = serve("--join", uri);
            uri(third);
            whileClientsWork(mangrove, () -> balance(uri));
            assertThat(out.toString())
                    .contains("\"server\":2,\"pages_before\":0,")
                    .doesNotContain("\"pages_after\":0");
            checkAll(index);
            whileClientsWork(mangrove, () -> balance(uri, "--off", "1"));
            assertThat(out.toString()).containsPattern("\"server\":1,.*\"pages_after\":0}");
            checkAll(index);
            return third;
        }
    }

    @Test
    void shouldSayWhyAnIndexCannotBeBalanced() {
        try (CommandProcess first = serve()) {
            String uri = uri(first);
            try (Mangrove mangrove = Mangrove.connect(URI.create(uri));
                    OrderedIndex _ = mangrove.createOrdered("fine", OrderedOptions.DEFAULT);
                    OrderedIndex _ = filled(mangrove)) {
                assertThat(run("balance", "fine", uri)).isEqualTo(2);
                assertThat(err.toString()).contains("only indexes of design cell");
                assertThat(run("balance", "moved", uri, "--off", "0")).isEqualTo(2);
                assertThat(err.toString()).contains("the levels above the meganodes");
                assertThat(run("balance", "moved", uri, "--off", "7")).isEqualTo(2);
                assertThat(err.toString()).contains("there is no server 7");
                assertThat(run("balance", "none", uri)).isEqualTo(1);
            }
        }
    }

    private void balance(String uri, String... options) {
        String[] arguments =
                Stream.concat(Stream.of("balance", "moved", uri, "--json"), Stream.of(options))
                        .toArray(String[]::new);
        assertThat(run(arguments)).as(err.toString()).isEqualTo(0);
    }

    private static OrderedIndex filled(Mangrove mangrove) {
        OrderedOptions options = OrderedOptions.of(Design.CELL).withPageSize(512).withFanout(8);
        OrderedIndex index = mangrove.createOrdered("moved", options);
        for (long key = 0; key < KEYS; key++) {
            index.put(scattered(key), ~key);
        }
        return index;
    }

    private static long scattered(long key) {
        return key * 0x9E3779B97F4A7C15L;
    }

    private static void checkAll(OrderedIndex index) {
        for (long key = 0; key < KEYS; key++) {
            assertThat(index.get(scattered(key))).as("key %d", key).hasValue(~key);
        }
        assertThat(index.verify().orThrow().entries()).isEqualTo(KEYS);
    }

    /** Replaces all values by themselves and reads them meanwhile. */
    private static void whileClientsWork(Mangrove mangrove, Runnable work) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        Thread client =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (OrderedIndex index = mangrove.openOrdered("moved")) {
                                        for (long key = 0; !done.get(); key = (key + 1) % KEYS) {
                                            assertThat(index.replace(scattered(key), ~key, ~key))
                                                    .isTrue();
                                        }
                                    } catch (Throwable e) {
                                        failures.add(e);
                                    }
                                });
        try {
            work.run();
        } finally {
            done.set(true);
            client.join();
        }
        assertThat(failures).isEmpty();
    }

    /** A drop frees the memory of a server that the index was not created over, too. */
    private static void awaitNoMemory(Mangrove mangrove, int server) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (ClientAccess.of(mangrove).status(server).memoryUsed() > 0) {
            assertThat(System.nanoTime() - deadline).as("memory stays in use").isNegative();
            Thread.sleep(Duration.ofMillis(10));
        }
    }

    private static CommandProcess serve(String... options) {
        String name = "cli-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        String[] arguments =
                Stream.concat(
                                Stream.of("serve", "--listen", "shm:" + name),
                                Stream.concat(
                                        Stream.of("--until-stdin-closes", "--memory", "64m"),
                                        Stream.of(options)))
                        .toArray(String[]::new);
        return CommandProcess.start(arguments);
    }

    private static String uri(CommandProcess serve) {
        Matcher found = FOLDER.matcher(serve.readLine());
        assertThat(found.find()).isTrue();
        return "shm:" + found.group(1);
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }
}
