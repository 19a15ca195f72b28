package dev.mangrove.bench.rdma;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A client in a process of its own. Lines to it: {@code put INDEX FIRST STEP END}, which puts keys
 * and says how many at the end, or after every few if the end is far; {@code check INDEX 0 1 END},
 * which says how many keys have their value.
 */
final class TrialClient {
    private static final int FAR = 1_000_000;
    private static final int SAY_EVERY = 10;

    private TrialClient() {}

    public static void main(String[] args) throws IOException {
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Mangrove mangrove = Mangrove.connect(URI.create(args[0]), IndexTrial.PATIENT)) {
            System.out.println("ready");
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.println(answer(mangrove, line.split(" ", -1)));
            }
        }
    }

    private static long answer(Mangrove mangrove, String... words) {
        long end = Long.parseLong(words[4]);
        try (OrderedIndex index = mangrove.openOrdered(words[1], ViewOptions.DEFAULT)) {
            return words[0].equals("put")
                    ? put(index, Long.parseLong(words[2]), words[3], end)
                    : IndexTrial.countRight(index, end);
        }
    }

    private static long put(OrderedIndex index, long first, String step, long end) {
        long number = 0;
        for (long key = first; key < end; key += Long.parseLong(step)) {
            index.put(key, IndexTrial.value(key));
            number++;
            if (end > FAR && number % SAY_EVERY == 0) {
                System.out.println(number);
            }
        }
        return number;
    }
}
