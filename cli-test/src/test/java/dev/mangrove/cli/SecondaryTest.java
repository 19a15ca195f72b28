package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.SecondaryIndex;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class SecondaryTest {
    private static final Pattern FOLDER = Pattern.compile("shm:(/[^ ,\"]+)");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private CommandProcess server;
    private String uri;

    @BeforeEach
    void serve() {
        String name = "cli-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        server =
                CommandProcess.start(
                        "serve",
                        "--listen",
                        "shm:" + name,
                        "--until-stdin-closes",
                        "--memory",
                        "64m");
        Matcher found = FOLDER.matcher(server.readLine());
        assertThat(found.find()).isTrue();
        uri = "shm:" + found.group(1);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldReferToAllKeysByTheirValuesAndAddWhatIsMissing() {
        try (Mangrove mangrove = Mangrove.connect(URI.create(uri));
                OrderedIndex primary = mangrove.createOrdered("people")) {
            for (long key = 0; key < 100; key++) {
                primary.put(key, key % 7);
            }
            assertThat(run("secondary", "people", "by-age", uri, "--json")).isZero();
            assertThat(out.toString()).contains("\"references\":100");
            primary.put(1000, 3);
            assertThat(run("secondary", "people", "by-age", uri)).isZero();
            assertThat(out.toString()).startsWith("by-age has 101 references, in ");
            try (OrderedIndex built = mangrove.openOrdered("by-age")) {
                assertThat(referencesOf(built, 3)).hasSize(15).startsWith(3L, 10L).endsWith(1000L);
            }
        }
    }

    @Test
    void shouldCopyARangeIntoAnIndexOfAnotherDesign() {
        try (Mangrove mangrove = Mangrove.connect(URI.create(uri));
                OrderedIndex people = mangrove.createOrdered("people")) {
            for (long key = 0; key < 100; key++) {
                people.put(key, key % 7);
            }
            assertThat(
                            run(
                                    "copy",
                                    "people",
                                    "some",
                                    uri,
                                    "--from",
                                    "10",
                                    "--to",
                                    "39",
                                    "--design",
                                    "fine",
                                    "--json"))
                    .isZero();
            assertThat(out.toString()).contains("\"entries\":30");
            try (OrderedIndex some = mangrove.openOrdered("some")) {
                assertThat(some.count(10, 39)).isEqualTo(30);
            }
            assertThat(run("copy", "people", "some", uri)).isEqualTo(1);
            assertThat(err.toString()).contains("not empty");
            assertThat(run("copy", "people", "people", uri)).isEqualTo(2);
            assertThat(err.toString()).contains("SOURCE and TARGET are the same: people");
        }
    }

    @Test
    void shouldSayWhyAnIndexCannotBeBuilt() {
        try (Mangrove mangrove = Mangrove.connect(URI.create(uri));
                OrderedIndex primary = mangrove.createOrdered("people")) {
            primary.put(1, 1L << 40);
            assertThat(run("secondary", "people", "people", uri)).isEqualTo(2);
            assertThat(err.toString()).contains("PRIMARY and INDEX are the same: people");
            assertThat(run("secondary", "nobody", "by-age", uri)).isEqualTo(1);
            assertThat(run("secondary", "people", "by-age", uri)).isEqualTo(1);
            assertThat(err.toString()).contains("more than 32 bits: 1099511627776");
        }
    }

    private static List<Long> referencesOf(OrderedIndex index, int key) {
        List<Long> references = new ArrayList<>();
        try (Cursor cursor = new SecondaryIndex(index).references(key)) {
            while (cursor.next()) {
                references.add(cursor.value());
            }
        }
        return references;
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }
}
