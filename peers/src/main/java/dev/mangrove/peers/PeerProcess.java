package dev.mangrove.peers;

import dev.mangrove.peers.bytes.BytesSystems;
import dev.mangrove.peers.ordered.OrderedSystems;
import dev.mangrove.peers.spatial.SpatialSystems;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A process that runs one system. It prints {@code ready}, or prints {@code skip REASON} and ends.
 * It reads commands from standard input, one per line, and answers each with one line:
 *
 * <pre>
 *  load                                          loaded SECONDS BYTES_PER_ENTRY
 *  run OPERATION DISTRIBUTION THREADS SECONDS SEED   ran PER_SECOND P50 P99 CHECKSUM WRONG FIRST_WRONG
 *                                                or: unsupported
 * </pre>
 */
public final class PeerProcess {
    private PeerProcess() {}

    /**
     * Arguments: ordered, bytes or spatial, name of the system, number of entries, file of data or
     * a dash.
     */
    public static void main(String[] arguments) throws IOException {
        try (PeerSystem system = open(arguments)) {
            System.out.println("ready");
            BufferedReader commands =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                System.out.println(obey(system, line.split(" ", -1)));
            }
        } catch (Skipped e) {
            System.out.println("skip " + e.getMessage());
        }
    }

    private static PeerSystem open(String[] arguments) throws Skipped {
        int entries = Integer.parseInt(arguments[2]);
        return switch (arguments[0]) {
            case "ordered" -> OrderedSystems.open(arguments[1], entries);
            case "bytes" -> BytesSystems.open(arguments[1], entries);
            case "spatial" -> SpatialSystems.open(arguments[1], entries, arguments[3]);
            default -> throw new IllegalArgumentException("no such kind: " + arguments[0]);
        };
    }

    private static String obey(PeerSystem system, String[] command) {
        return switch (command[0]) {
            case "load" -> load(system);
            case "run" -> run(system, command);
            default -> throw new IllegalArgumentException("unknown command: " + command[0]);
        };
    }

    private static String load(PeerSystem system) {
        long start = System.nanoTime();
        double bytes = system.load();
        double seconds = (System.nanoTime() - start) / 1e9;
        return String.format(Locale.ROOT, "loaded %.3f %.1f", seconds, bytes);
    }

    private static String run(PeerSystem system, String[] command) {
        int threads = Integer.parseInt(command[3]);
        if (!system.can(command[1], threads)) {
            return "unsupported";
        }
        double seconds = Double.parseDouble(command[4]);
        long seed = Long.parseLong(command[5]);
        return system.run(command[1], command[2], threads, seconds, seed).line();
    }
}
