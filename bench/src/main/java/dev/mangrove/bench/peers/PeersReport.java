package dev.mangrove.bench.peers;

import dev.mangrove.bench.machine.Machine;
import dev.mangrove.bench.plot.Plots;
import dev.mangrove.cli.report.Table;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Results of {@code bench peers}. */
public final class PeersReport implements Section {
    private static final double THOUSAND = 1e3;

    private final Plan plan;
    private final Map<String, Object> machine = Machine.toJson();
    private final Map<String, String> skipped = new LinkedHashMap<>();
    private final Map<String, Load> loads = new LinkedHashMap<>();
    private final Map<String, Map<String, Turns>> turns = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private double seconds;

    private record Load(double seconds, double bytesPerEntry) {}

    PeersReport(Plan plan) {
        this.plan = plan;
    }

    synchronized void skipped(String host, String why) {
        skipped.put(host, why);
    }

    synchronized void loaded(String host, double loadSeconds, double bytesPerEntry) {
        loads.put(host, new Load(loadSeconds, bytesPerEntry));
    }

    synchronized void fault(String what) {
        faults.add(what);
    }

    synchronized void ran(
            Phase phase, MeasuredSystem system, double perSecond, double p50, double p99) {
        turns.computeIfAbsent(phase.key(), none -> new LinkedHashMap<>())
                .computeIfAbsent(system.name(), none -> new Turns())
                .add(perSecond, p50, p99);
    }

    void ends(double all) {
        seconds = all;
    }

    /** Adds a section, under a key of the JSON output. */
    PeersReport with(String key, Section section) {
        sections.put(key, section);
        faults.addAll(section.faults());
        return this;
    }

    /** Whether all answers were correct. */
    public boolean isGood() {
        return faults.isEmpty();
    }

    @Override
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** The turns of one system in a phase; empty if it took no part. */
    Turns turns(String phase, String system) {
        return turns.getOrDefault(phase, Map.of()).getOrDefault(system, new Turns());
    }

    Plan plan() {
        return plan;
    }

    /** Hardware, software and time as one line of text. */
    String machineLine() {
        return Machine.line(machine);
    }

    /** Names of the systems that took part. */
    List<String> present() {
        return plan.systems().stream()
                .filter(system -> loads.containsKey(system.host()))
                .map(MeasuredSystem::name)
                .toList();
    }

    double bytesPerEntry(String system) {
        for (MeasuredSystem each : plan.systems()) {
            Load load = loads.get(each.host());
            if (each.name().equals(system) && load != null) {
                return load.bytesPerEntry;
            }
        }
        return Double.NaN;
    }

    /**
     * The plan's ratios by name, in order, and then the figures of sections that have other names;
     * null where a system took no part.
     */
    public Map<String, @Nullable Double> ratios() {
        Map<String, @Nullable Double> ratios = new LinkedHashMap<>();
        goals().forEach(goal -> ratios.put(goal.name(), goal.measured()));
        for (Section section : sections.values()) {
            for (Goal goal : section.goals()) {
                if (!ratios.containsKey(goal.name())) {
                    ratios.put(goal.name(), goal.measured());
                }
            }
        }
        return ratios;
    }

    @Override
    public List<Goal> goals() {
        return plan.ratios().stream()
                .map(
                        ratio ->
                                Goal.atLeast(
                                        ratio.name(),
                                        turns(ratio.phase(), ratio.ours())
                                                .ratioTo(turns(ratio.peerPhase(), ratio.peer())),
                                        ratio.wanted()))
                .toList();
    }

    /** Writes pictures, and the table as Markdown. */
    public void plot(Plots plots) {
        plot(plots, "");
    }

    @Override
    public void plot(Plots plots, String suffix) {
        new PeersPlots(this, suffix).write(plots);
        sections.forEach((key, section) -> section.plot(plots, "-" + key));
    }

    @Override
    public String title() {
        return String.format(
                Locale.ROOT,
                "%s, %,d entries%s",
                plan.kind(),
                plan.entries(),
                plan.source().equals(Plan.MADE_UP) ? "" : " of " + plan.source());
    }

    @Override
    public Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("kind", plan.kind());
        json.put("entries", plan.entries());
        json.put("source", plan.source());
        json.put("machine", machine);
        json.put("seconds", rounded(seconds));
        json.put("systems", systemsJson());
        json.put("skipped", skipped);
        json.put("results", results());
        json.put("ratios", ratios());
        json.put("faults", faults);
        sections.forEach((key, section) -> json.put(key, section.toJson()));
        return json;
    }

    private Map<String, Object> systemsJson() {
        Map<String, Object> systems = new LinkedHashMap<>();
        loads.forEach(
                (host, load) -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("load_seconds", load.seconds);
                    json.put("load_per_second", Math.round(plan.entries() / load.seconds));
                    json.put("bytes_per_entry", load.bytesPerEntry);
                    systems.put(host, json);
                });
        return systems;
    }

    private List<Map<String, Object>> results() {
        List<Map<String, Object>> results = new ArrayList<>();
        for (Phase phase : plan.phases()) {
            for (String system : present()) {
                Turns of = turns(phase.key(), system);
                if (of.isEmpty()) {
                    continue;
                }
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("operation", phase.operation());
                json.put("distribution", phase.distribution());
                json.put("threads", phase.threads());
                json.put("system", system);
                json.put("per_second", Math.round(of.median()));
                json.put("least", Math.round(of.least()));
                json.put("most", Math.round(of.most()));
                json.put("p50_us", of.p50Micros());
                json.put("p99_us", of.p99Micros());
                results.add(json);
            }
        }
        return results;
    }

    /** All figures as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(machineLine()).append('\n');
        text.append("thousands per second: median, and half the spread of the turns\n\n");
        text.append(rates()).append('\n').append(memory()).append('\n').append(Goal.table(goals()));
        skipped.forEach(
                (host, why) ->
                        text.append("skipped: ")
                                .append(host)
                                .append(", ")
                                .append(why)
                                .append('\n'));
        faults.forEach(fault -> text.append("WRONG: ").append(fault).append('\n'));
        text.append(String.format(Locale.ROOT, "took %.0f s%n", seconds));
        sections.values()
                .forEach(
                        section ->
                                text.append('\n')
                                        .append(section.title())
                                        .append(":\n")
                                        .append(section));
        return text.toString();
    }

    private Table rates() {
        List<String> header = new ArrayList<>(List.of("operation", "threads"));
        header.addAll(present());
        Table table = new Table(header.toArray(String[]::new));
        for (Phase phase : plan.phases()) {
            List<Object> row = new ArrayList<>();
            row.add(phase.operation() + " " + phase.distribution());
            row.add(phase.threads());
            present().forEach(system -> row.add(cell(turns(phase.key(), system))));
            table.row(row.toArray());
        }
        return table;
    }

    /** The median in thousands, with half the spread in percent. */
    static String cell(Turns of) {
        if (of.isEmpty()) {
            return "-";
        }
        double thousands = of.median() / THOUSAND;
        double spread = (of.most() - of.least()) / 2 / of.median() * 100;
        int decimals = thousands < 10 ? 2 : thousands < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + decimals + "f ±%.0f%%", thousands, spread);
    }

    private Table memory() {
        Table table = new Table("system", "bytes per entry", "load, s");
        loads.forEach((host, load) -> table.row(host, load.bytesPerEntry, load.seconds));
        return table;
    }

    private static double rounded(double value) {
        return Math.round(value * THOUSAND) / THOUSAND;
    }
}
