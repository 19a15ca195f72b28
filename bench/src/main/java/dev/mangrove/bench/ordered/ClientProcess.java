package dev.mangrove.bench.ordered;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.session.ClientAccess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A client process. It reads commands from standard input, one per line. It answers each with one
 * line, preceded by lines of progress:
 *
 * <pre>
 *  load                 loaded ENTRIES SECONDS
 *  run SECONDS          a tally
 *  scan FIRST LAST      scanned LOADED ENTRIES FAULT
 *  verify               verified ENTRIES PAGES HEIGHT FAULT
 *  rate KIND SECONDS    rate OPERATIONS_PER_SECOND BYTES_ALLOCATED_PER_OPERATION
 *  mode MODE SECONDS    as rate, of gets with an access mode, and MESSAGES_PER_GET
 * </pre>
 */
public final class ClientProcess {
    static final String INDEX = "bench";

    /** Start of a line of progress; the number of steps since the last line follows. */
    static final String PROGRESS = "progress ";

    /** Stands in an answer for "no fault". */
    static final String GOOD = "-";

    /** Entries between two lines of progress. Chosen, not tuned. */
    static final long STEP = 1 << 17;

    private final BenchSettings settings;
    private final Host host = Host.system();
    private final OrderedIndex index;
    private final Workload workload;
    private final OperationLoop loop;
    private final Mangrove mangrove;
    private final int client;
    private final Map<AccessMode, OperationLoop> byMode = new EnumMap<>(AccessMode.class);

    private ClientProcess(Mangrove mangrove, BenchSettings settings, int client) {
        this.settings = settings;
        this.mangrove = mangrove;
        this.client = client;
        this.index = mangrove.openOrdered(INDEX, settings.view(settings.mode()));
        this.workload = new Workload(index, settings, host, client);
        this.loop = newLoop(index);
    }

    /** The loops on a view of an access mode; the connection closes the view. */
    private OperationLoop loop(AccessMode mode) {
        return byMode.computeIfAbsent(
                mode, key -> newLoop(mangrove.openOrdered(INDEX, settings.view(key))));
    }

    private OperationLoop newLoop(OrderedIndex view) {
        return new OperationLoop(
                settings,
                view,
                () -> mangrove.ordered(INDEX),
                ClientAccess.of(mangrove).session(),
                client);
    }

    /** Arguments: a server, the number of this client, the settings. */
    public static void main(String[] arguments) throws IOException {
        List<String> all = Arrays.asList(arguments);
        BenchSettings settings = BenchSettings.parse(all.subList(2, all.size()));
        int client = Integer.parseInt(arguments[1]);
        try (Mangrove mangrove = Mangrove.connect(arguments[0])) {
            if (client == 0) {
                mangrove.createOrdered(INDEX, options(settings)).close();
            }
            System.out.println("ready");
            obey(mangrove, settings, client);
        }
    }

    /** Options of the index to create: keys are divided evenly among the servers. */
    static OrderedOptions options(BenchSettings settings) {
        double[] weights = new double[settings.servers()];
        Arrays.fill(weights, 1);
        return OrderedOptions.of(settings.design())
                .withPageSize(settings.pageSize())
                .withPartitioning(
                        Partitioning.byKey(Keys.key(0), Keys.lastOf(settings.keys() - 1), weights));
    }

    private static void obey(Mangrove mangrove, BenchSettings settings, int client)
            throws IOException {
        BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = commands.readLine();
        if (line == null) {
            return;
        }
        ClientProcess process = new ClientProcess(mangrove, settings, client);
        try (process.index) {
            for (; line != null; line = commands.readLine()) {
                System.out.println(process.obey(line.split(" ", -1)));
            }
        }
    }

    private String obey(String[] command) {
        return switch (command[0]) {
            case "load" -> load();
            case "run" -> workload.run(Double.parseDouble(command[1])).line();
            case "inserted" -> Long.toString(workload.inserted());
            case "scan" -> scan(Long.parseLong(command[1]), Long.parseLong(command[2]));
            case "verify" -> verify();
            case "rate" -> loop.run(command[1], Double.parseDouble(command[2]));
            case "mode" -> loop(AccessMode.of(command[1])).runGets(Double.parseDouble(command[2]));
            default -> throw new IllegalArgumentException("unknown command: " + command[0]);
        };
    }

    private String load() {
        long start = host.nanoTime();
        long loaded = index.bulkLoad(new LoadedEntries(settings.keys()), settings.fill());
        return "loaded " + loaded + " " + (host.nanoTime() - start) / 1e9;
    }

    private String scan(long first, long last) {
        ScanCheck check = new ScanCheck(first, settings.rewrites());
        RangeQuery query = RangeQuery.between(Keys.key(first), Keys.lastOf(last));
        try (Cursor cursor = index.range(query)) {
            while (cursor.next()) {
                check.entry(cursor.key(), cursor.value());
                if (check.entries() % STEP == 0) {
                    System.out.println(PROGRESS + STEP);
                }
            }
        }
        return "scanned "
                + check.loadedEntries()
                + " "
                + check.entries()
                + " "
                + orGood(check.faultUpTo(last));
    }

    private String verify() {
        Verification found = index.verify().whole();
        int height = index.statistics().height();
        return "verified "
                + found.entries()
                + " "
                + found.pages()
                + " "
                + height
                + " "
                + orGood(String.join("; ", found.faults()));
    }

    private static String orGood(String fault) {
        return fault.isEmpty() ? GOOD : fault.replace('\n', ' ');
    }
}
