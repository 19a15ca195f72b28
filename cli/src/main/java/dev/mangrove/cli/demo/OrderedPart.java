package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;

import java.time.Duration;

/**
 * Two writers and a reader share an ordered index. After one phase the second writer is killed;
 * after another phase a new process continues where the last acknowledged put was. In the end every
 * acknowledged entry must be there.
 */
final class OrderedPart {
    private static final String INDEX = "demo-ordered";

    private final Mangrove mangrove;
    private final DemoProcesses processes;
    private final Duration phase;

    OrderedPart(Mangrove mangrove, DemoProcesses processes, Duration phase) {
        this.mangrove = mangrove;
        this.processes = processes;
        this.phase = phase;
    }

    /**
     * The result of the part.
     *
     * @param acknowledged entries whose put has returned to a writer
     * @param lost those of them that are not in the index
     * @param checks entries that the reader looked at
     * @param wrong entries that were out of order, had a wrong value or vanished
     * @param killed clients that were killed
     * @param seconds how long writers worked
     * @param verification what a walk over the whole tree found
     */
    record Result(
            long acknowledged,
            long lost,
            long checks,
            long wrong,
            int killed,
            double seconds,
            Verification verification) {
        boolean isGood() {
            return lost == 0 && wrong == 0 && verification.isGood() && acknowledged > 0;
        }
    }

    Result play() {
        try (OrderedIndex index =
                mangrove.createOrdered(INDEX, OrderedOptions.of(Design.SHERMAN))) {
            Result result = playWith(index);
            mangrove.drop(INDEX);
            return result;
        }
    }

    private Result playWith(OrderedIndex index) {
        long started = System.nanoTime();
        ChildProcess first = processes.startClient(EntryWriter.NAME, INDEX, 0, 0);
        ChildProcess second = processes.startClient(EntryWriter.NAME, INDEX, 1, 0);
        ChildProcess reader = processes.startClient(EntryReader.NAME, INDEX, 0, 0);
        DemoProcesses.awaitProgress(first, second, reader);
        DemoProcesses.pause(phase);
        second.kill();
        long survived = DemoProcesses.lastProgress(second);
        DemoProcesses.pause(phase);
        ChildProcess third = processes.startClient(EntryWriter.NAME, INDEX, 1, survived);
        DemoProcesses.awaitProgress(third);
        DemoProcesses.pause(phase);
        long[] acknowledged = {DemoProcesses.stop(first)[0], DemoProcesses.stop(third)[0]};
        double seconds = (System.nanoTime() - started) / 1e9;
        long[] checks = DemoProcesses.stop(reader);
        return new Result(
                entriesOf(acknowledged[0]) + entriesOf(acknowledged[1]),
                lost(index, acknowledged),
                checks[0],
                checks[1] + wrongValues(index),
                1,
                seconds,
                index.verify());
    }

    private static long entriesOf(long acknowledged) {
        return Math.min(acknowledged, EntryWriter.MOST);
    }

    private static long lost(OrderedIndex index, long[] acknowledged) {
        long missing = entriesOf(acknowledged[0]) + entriesOf(acknowledged[1]);
        try (Cursor cursor = index.range(RangeQuery.all())) {
            while (cursor.next()) {
                long number = DemoEntries.number(cursor.key());
                int writer = (int) (number % EntryWriter.WRITERS);
                if (number / EntryWriter.WRITERS < entriesOf(acknowledged[writer])) {
                    missing--;
                }
            }
        }
        return missing;
    }

    private static long wrongValues(OrderedIndex index) {
        long wrong = 0;
        try (Cursor cursor = index.range(RangeQuery.all())) {
            while (cursor.next()) {
                wrong += cursor.value() == DemoEntries.value(cursor.key()) ? 0 : 1;
            }
        }
        return wrong;
    }
}
