package dev.mangrove.check.rdma;

import dev.mangrove.fabric.host.Host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs all trials in turn. */
public final class RdmaCheck {
    /** URI of the trials' servers. */
    static final String PLACE = "verbs://127.0.0.1:0";

    private final Host host = Host.system();
    private final int size;
    private final Consumer<String> progress;
    private final List<Row> rows = new ArrayList<>();

    /**
     * Creates trials.
     *
     * @param size number of operations of each kind
     * @param progress receives a line for each trial that has ended
     */
    public RdmaCheck(int size, Consumer<String> progress) {
        this.size = size;
        this.progress = progress;
    }

    /**
     * Result of a trial.
     *
     * @param name of the trial
     * @param good whether it passed
     * @param detail observations
     */
    public record Row(String name, boolean good, String detail) {}

    /** Runs all trials. */
    public List<Row> run() {
        ArbiterTrial arbiters = new ArbiterTrial(host, size);
        PlacesTrial places = new PlacesTrial();
        add("device and processor add to one word", arbiters::device);
        add("the same where the processor arbitrates", arbiters::processor);
        add("locks taken through shared memory and RDMA", arbiters::locks);
        add("every address of the device", new AddressTrial(host)::run);
        add("one server at shm, tcp and verbs", places::three);
        add("one server at tcp and verbs", places::two);
        try (TrialProcesses processes = new TrialProcesses()) {
            KillTrial kills = new KillTrial(host, processes, size);
            add("ordered indexes between processes", new RdmaOrderedTrial(processes, size)::run);
            add("spatial indexes between processes", new RdmaSpatialTrial(processes, size)::run);
            add("a client is killed", kills::client);
            add("the server is killed", kills::server);
        }
        return List.copyOf(rows);
    }

    private void add(String name, Supplier<Row> trial) {
        long started = host.nanoTime();
        Row row;
        try {
            row = trial.get();
        } catch (RuntimeException e) {
            row = new Row(name, false, e.toString());
        }
        rows.add(new Row(name, row.good(), row.detail()));
        progress.accept(
                "%s %s: %s (%.1f s)"
                        .formatted(
                                row.good() ? "good" : "BAD ",
                                name,
                                row.detail(),
                                (host.nanoTime() - started) / 1e9));
    }

    /** A row as JSON. */
    public static Map<String, Object> json(Row row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", row.name());
        fields.put("good", row.good());
        fields.put("detail", row.detail());
        return fields;
    }

    static Row row(boolean good, String detail) {
        return new Row("", good, detail);
    }
}
