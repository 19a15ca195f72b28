package dev.mangrove.reproduce.drdma;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.ScatterGroup;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.reproduce.Usage;
import dev.mangrove.reproduce.UsageMeter;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The workloads of D-RDMA, sections 2 and 5: one thread sends the rows of a table as selections of
 * its memory. In the shuffle, rows of five columns of 4 bytes go to the servers in turn; in the
 * projection, rows of four values go to one server without their third value.
 */
final class Shuffle {
    private static final int ROWS = 64 << 10;
    private static final int VALUE = 4;
    private static final int COLUMNS = 5;
    private static final long TABLE_BYTES = (long) ROWS * COLUMNS * VALUE;
    private static final int REGION = 4 << 20;
    private static final long LONGEST_NANOS = 1_000_000_000;

    /** Requests of a posting where each row is one, see section 5.1. */
    private static final int ROWS_PER_POSTING = 1024;

    /** Rows of a selection: as many as it has room for, with a fragment for each value. */
    private static final int ROWS_PER_SELECTION = Selection.MOST_FRAGMENTS / COLUMNS;

    private static final int POSTINGS_UNDER_WAY = 2;

    private final Profile profile;
    private final int servers;
    private final boolean projection;
    private final boolean together;
    private final boolean rowByRow;
    private final int tablesPerPosting;

    /** Payload per second, the share of a core that sending took, and all that was used. */
    record Rate(double gbps, double cores, Usage usage) {}

    private Shuffle(
            Profile profile,
            int servers,
            boolean projection,
            boolean together,
            boolean rowByRow,
            int tablesPerPosting) {
        this.tablesPerPosting = tablesPerPosting;
        this.profile = profile;
        this.servers = servers;
        this.projection = projection;
        this.together = together;
        this.rowByRow = rowByRow;
    }

    /** The ways to send, by the profile's key nic.selections. */
    private static Profile by(Profile profile, int way) {
        return profile.with("nic.selections", way);
    }

    /** Each row is a request with a list of fragments. */
    static Rate zeroCopy(Profile profile, boolean projection) {
        int servers = projection ? 1 : 2;
        return new Shuffle(by(profile, 1), servers, projection, false, true, 1).measure();
    }

    /** The processor copies the rows of a request into one piece. */
    static Rate copyOut(Profile profile, boolean projection) {
        int servers = projection ? 1 : 2;
        return new Shuffle(by(profile, 0), servers, projection, false, false, 1).measure();
    }

    /** The card plans what it fetches, for all servers together. */
    static Rate planned(Profile profile, int servers, boolean projection, int tablesPerPosting) {
        return new Shuffle(by(profile, 2), servers, projection, true, false, tablesPerPosting)
                .measure();
    }

    /** The card plans what it fetches, for each server apart. */
    static Rate plannedApart(Profile profile, int servers) {
        return new Shuffle(by(profile, 2), servers, false, false, false, 1).measure();
    }

    private Rate measure() {
        try (Testbed testbed = new Testbed(profile, servers, REGION, Placement.HOST, 1)) {
            List<Rate> rates = new ArrayList<>();
            testbed.startClients(1, (host, _) -> rates.add(new Sender(testbed, host).run()));
            if (!testbed.cluster().runUntil(LONGEST_NANOS, () -> !rates.isEmpty())) {
                throw new IllegalStateException("rows are not sent: profile=" + profile.name());
            }
            return rates.getFirst();
        }
    }

    /** Sends the table several times. */
    private final class Sender {
        private static final int ROUNDS_TO_WARM_UP = 2;
        private static final int ROUNDS = 4;

        private final SimHost host;
        private final Testbed testbed;
        private final MemorySegment tables;
        private final List<ScatterGroup> groups = new ArrayList<>();
        private final List<Channel> channels = new ArrayList<>();
        private int nextGroup;

        Sender(Testbed testbed, SimHost host) {
            this.testbed = testbed;
            this.host = host;
            Endpoint endpoint = Testbed.endpoint(host);
            endpoint.waiting(Waiting.BLOCK);
            tables = endpoint.allocate(tablesPerPosting * TABLE_BYTES);
            for (int server = 0; server < servers; server++) {
                channels.add(testbed.connect(endpoint, server));
            }
            testbed.ready();
        }

        Rate run() {
            List<List<Selection>> bySelection = new ArrayList<>();
            for (int i = 0; i < tablesPerPosting; i++) {
                long table = i * TABLE_BYTES;
                bySelection.addAll(rowByRow ? singleRows(table) : manyRows(table));
            }
            int capacity = rowByRow ? ROWS_PER_POSTING : bySelection.size();
            int count = POSTINGS_UNDER_WAY * (together ? 1 : servers);
            for (int i = 0; i < count; i++) {
                groups.add(
                        new ScatterGroup(
                                together ? channels : List.of(channels.get(i % servers)),
                                capacity));
            }
            Host.CpuMeter meter = host.cpuMeter();
            UsageMeter used = new UsageMeter(testbed.servers(), 1, List.of(host), 1);
            long start = 0;
            for (int i = 0; i < ROUNDS_TO_WARM_UP + ROUNDS; i++) {
                if (i == ROUNDS_TO_WARM_UP) {
                    groups.forEach(ScatterGroup::await);
                    meter.sample();
                    used.open();
                    start = host.nanoTime();
                }
                send(bySelection, capacity);
            }
            groups.forEach(ScatterGroup::await);
            meter.sample();
            double rows = (double) ROUNDS * tablesPerPosting * ROWS;
            double bits = 8 * rows * VALUE * (projection ? 3 : COLUMNS);
            return new Rate(bits / (host.nanoTime() - start), meter.processCores(), used.usage());
        }

        /** Sends rows as selections: a list for each turn, with one for each server. */
        private void send(List<List<Selection>> turns, int capacity) {
            for (int first = 0; first < turns.size(); first += capacity) {
                List<List<Selection>> part =
                        turns.subList(first, Math.min(turns.size(), first + capacity));
                if (together) {
                    post(part, 0, servers);
                } else {
                    for (int server = 0; server < servers; server++) {
                        post(part, server, server + 1);
                    }
                }
            }
        }

        private void post(List<List<Selection>> part, int from, int to) {
            ScatterGroup group = groups.get(nextGroup);
            nextGroup = (nextGroup + 1) % groups.size();
            if (!group.await()) {
                throw new IllegalStateException("a server is lost");
            }
            group.clear();
            for (int server = from; server < to; server++) {
                long at = 0;
                for (List<Selection> turn : part) {
                    Selection selection = turn.get(server);
                    at = at + selection.bytes() <= REGION ? at : 0;
                    long address = testbed.handle(server).address(at);
                    group.write(server - from, address, tables, selection);
                    at += selection.bytes();
                }
            }
            group.submit();
        }

        /** Row r of a columnar table is one element of each column, a column apart. */
        private List<List<Selection>> singleRows(long table) {
            RowMask element = new RowMask(ROWS * VALUE).run(0, VALUE);
            RowMask row = new RowMask(4 * VALUE).run(0, 2 * VALUE).run(3 * VALUE, VALUE);
            List<List<Selection>> turns = new ArrayList<>();
            for (int first = 0; first < ROWS; first += servers) {
                List<Selection> turn = new ArrayList<>();
                for (int server = 0; server < servers; server++) {
                    turn.add(
                            projection
                                    ? new Selection().strided(table + 4L * VALUE * first, 1, row)
                                    : new Selection()
                                            .strided(
                                                    table + (long) VALUE * (first + server),
                                                    COLUMNS,
                                                    element));
                }
                turns.add(turn);
            }
            return turns;
        }

        private List<List<Selection>> manyRows(long table) {
            return projection ? projectedRows(table) : shuffledRows(table);
        }

        private List<List<Selection>> projectedRows(long table) {
            RowMask row =
                    new RowMask(4 * VALUE).run(0, VALUE).run(VALUE, VALUE).run(3 * VALUE, VALUE);
            List<List<Selection>> turns = new ArrayList<>();
            for (int first = 0; first < ROWS; first += ROWS_PER_SELECTION) {
                int rows = Math.min(ROWS_PER_SELECTION, ROWS - first);
                long at = table + 4L * VALUE * first;
                turns.add(List.of(new Selection().strided(at, rows, row)));
            }
            return turns;
        }

        /** Every n-th row of a part of the columns goes to the same server. */
        private List<List<Selection>> shuffledRows(long table) {
            int rowsOfTurn = ROWS_PER_SELECTION / Long.SIZE * Long.SIZE * servers;
            List<List<Selection>> turns = new ArrayList<>();
            for (int first = 0; first < ROWS; first += rowsOfTurn) {
                int rows = Math.min(rowsOfTurn, ROWS - first);
                ColumnSet columns = ColumnSet.byRow();
                for (int column = 0; column < COLUMNS; column++) {
                    columns.column(table + VALUE * ((long) column * ROWS + first), VALUE);
                }
                List<Selection> turn = new ArrayList<>();
                for (int server = 0; server < servers; server++) {
                    turn.add(new Selection().mapped(every(servers, server), rows, columns));
                }
                turns.add(turn);
            }
            return turns;
        }

        private long[] every(int distance, int start) {
            long[] bitmap = new long[ROWS / Long.SIZE];
            for (int row = start; row < ROWS; row += distance) {
                bitmap[row / Long.SIZE] |= 1L << row;
            }
            return bitmap;
        }
    }
}
