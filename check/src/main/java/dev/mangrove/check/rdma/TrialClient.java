package dev.mangrove.check.rdma;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A client process. It answers each line with a number:
 *
 * <pre>
 * put INDEX FIRST STEP END        puts keys; their number. If END is FOR_EVER, it repeats the answer
 * check INDEX 0 1 END             number of keys with the correct value
 * insert INDEX FIRST STEP END     inserts objects; number of new ones
 * search INDEX 0 1 END            number of windows with correct results among END objects
 * </pre>
 */
final class TrialClient {
    /** An end that is never reached. */
    static final long FOR_EVER = 1_000_000_000;

    private static final int SAY_EVERY = 10;

    private TrialClient() {}

    public static void main(String[] args) throws IOException {
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Mangrove mangrove = Mangrove.connect(URI.create(args[0]), TrialProcesses.PATIENT)) {
            System.out.println("ready");
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.println(answer(mangrove, line.split(" ", -1)));
            }
        }
    }

    private static long answer(Mangrove mangrove, String... words) {
        String name = words[1];
        long first = Long.parseLong(words[2]);
        long step = Long.parseLong(words[3]);
        long end = Long.parseLong(words[4]);
        return switch (words[0]) {
            case "put" -> put(mangrove, name, first, step, end);
            case "check" -> check(mangrove, name, end);
            case "insert" -> insert(mangrove, name, first, step, (int) end);
            case "search" -> RdmaSpatialTrial.countRight(mangrove, name, (int) end);
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private static long put(Mangrove mangrove, String name, long first, long step, long end) {
        long number = 0;
        try (OrderedIndex index = mangrove.openOrdered(name, ViewOptions.DEFAULT)) {
            for (long key = first; key < end; key += step) {
                index.put(key, RdmaOrderedTrial.value(key));
                number++;
                if (end == FOR_EVER && number % SAY_EVERY == 0) {
                    System.out.println(number);
                }
            }
        }
        return number;
    }

    private static long check(Mangrove mangrove, String name, long end) {
        try (OrderedIndex index = mangrove.openOrdered(name, ViewOptions.DEFAULT)) {
            return RdmaOrderedTrial.countRight(index, end);
        }
    }

    private static long insert(Mangrove mangrove, String name, long first, long step, int end) {
        try (SpatialIndex index = mangrove.openSpatial(name, SpatialViewOptions.DEFAULT)) {
            return RdmaSpatialTrial.insert(index, first, step, end);
        }
    }
}
