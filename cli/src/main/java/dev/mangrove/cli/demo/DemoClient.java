package dev.mangrove.cli.demo;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Secret;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A client process of the demo. It prints its progress every few milliseconds, and once more when
 * it has read {@code stop}. The end of its input means that the parent is gone, so it ends at once.
 */
public final class DemoClient {
    static final String PROGRESS = "progress ";
    static final String END = "end ";
    static final String STOP = "stop";

    /** Chosen: 50 lines a second, which the parent reads at no cost. */
    private static final long PROGRESS_NANOS = Duration.ofMillis(20).toNanos();

    private DemoClient() {}

    /**
     * Arguments: URI, secret file or empty, role, index, number of this client, where it begins.
     */
    public static void main(String[] args) throws IOException {
        AtomicBoolean stopped = new AtomicBoolean();
        Thread.ofPlatform().daemon().name("mangrove-stdin").start(() -> listen(stopped));
        ConnectOptions options = ConnectOptions.DEFAULT;
        if (!args[1].isEmpty()) {
            options = options.withSecret(Secret.fromFile(Path.of(args[1])));
        }
        try (Mangrove mangrove = Mangrove.connect(URI.create(args[0]), options);
                DemoRole role = role(mangrove, args)) {
            play(role, stopped);
        }
    }

    private static DemoRole role(Mangrove mangrove, String[] args) {
        int number = Integer.parseInt(args[4]);
        long begin = Long.parseLong(args[5]);
        return switch (args[2]) {
            case EntryWriter.NAME -> new EntryWriter(mangrove, args[3], number, begin);
            case EntryReader.NAME -> new EntryReader(mangrove, args[3]);
            case ObjectMover.NAME -> new ObjectMover(mangrove, args[3], number);
            case ObjectWatcher.NAME -> new ObjectWatcher(mangrove, args[3]);
            default -> throw new IllegalArgumentException("no such role: " + args[2]);
        };
    }

    private static void play(DemoRole role, AtomicBoolean stopped) {
        long printed = System.nanoTime() - PROGRESS_NANOS;
        while (!stopped.get()) {
            role.step();
            long now = System.nanoTime();
            if (now - printed >= PROGRESS_NANOS) {
                System.out.println(PROGRESS + role.progress());
                printed = now;
            }
        }
        System.out.println(END + role.progress());
    }

    private static void listen(AtomicBoolean stopped) {
        try (BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.equals(STOP)) {
                    stopped.set(true);
                }
            }
        } catch (IOException e) {
            System.getLogger(DemoClient.class.getName())
                    .log(System.Logger.Level.DEBUG, "the standard input broke", e);
        }
        Runtime.getRuntime().halt(1);
    }
}
