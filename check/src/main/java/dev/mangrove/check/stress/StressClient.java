package dev.mangrove.check.stress;

import dev.mangrove.Mangrove;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A client process: it connects, prints "ready", reads start and end time from its parent, and
 * executes operations in one or two threads until the end or its kill. It ends when its parent
 * ends.
 */
public final class StressClient {
    private static final int ORPHANED = 3;

    private StressClient() {}

    /** Arguments: those of a {@link ClientTask}. */
    public static void main(String[] arguments) throws IOException {
        run(ClientTask.parse(arguments), IndexOpener.REAL);
    }

    /** Runs a client with another index; tests of the check use a faulty one. */
    static void run(ClientTask task, IndexOpener opener) throws IOException {
        BufferedReader parent =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Mangrove mangrove = Mangrove.connect(task.pool())) {
            ClientLine.say(ClientLine.READY, "");
            String line = parent.readLine();
            if (line == null) {
                return;
            }
            String[] times = line.split(" ", 2);
            StressClock clock = new StressClock(Long.parseLong(times[0]), Long.parseLong(times[1]));
            Thread.ofPlatform().daemon().name("parent").start(() -> endWith(parent));
            work(task, opener, clock, mangrove);
        }
        ClientLine.say(ClientLine.DONE, "");
    }

    private static void work(
            ClientTask task, IndexOpener opener, StressClock clock, Mangrove mangrove)
            throws IOException {
        SplittableRandom random = new SplittableRandom(task.seed());
        List<JournalWriter> journals = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        int count = 1 + random.nextInt(ClientTask.MOST_THREADS);
        for (int i = 0; i < count; i++) {
            int writer = task.writer(i);
            JournalWriter journal = new JournalWriter(task.journal(i), writer, task.journalBytes());
            journals.add(journal);
            StressWorker worker =
                    new StressWorker(task, opener, clock, journal, random.split(), writer);
            threads.add(
                    Thread.ofPlatform().name("worker-" + i).unstarted(() -> worker.run(mangrove)));
        }
        threads.forEach(Thread::start);
        threads.forEach(StressClient::join);
        journals.forEach(JournalWriter::close);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void endWith(BufferedReader parent) {
        try {
            while (parent.readLine() != null) {
                // The parent sends nothing more; the end of input means that it has ended.
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Runtime.getRuntime().halt(ORPHANED);
        }
    }
}
