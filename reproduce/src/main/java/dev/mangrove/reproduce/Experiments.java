package dev.mangrove.reproduce;

import dev.mangrove.cli.report.Progress;
import dev.mangrove.cli.report.Table;
import dev.mangrove.reproduce.catfish.CatfishFig10;
import dev.mangrove.reproduce.catfish.CatfishFig11;
import dev.mangrove.reproduce.catfish.CatfishFig12;
import dev.mangrove.reproduce.catfish.CatfishFig15;
import dev.mangrove.reproduce.catfish.CatfishFig19;
import dev.mangrove.reproduce.catfish.CatfishFig23;
import dev.mangrove.reproduce.catfish.CatfishFig24;
import dev.mangrove.reproduce.catfish.CatfishFig25;
import dev.mangrove.reproduce.catfish.CatfishFig6;
import dev.mangrove.reproduce.catfish.CatfishFig7;
import dev.mangrove.reproduce.catfish.CatfishFig8;
import dev.mangrove.reproduce.catfish.CatfishMixed;
import dev.mangrove.reproduce.cell.CellFig4;
import dev.mangrove.reproduce.cell.CellFig5;
import dev.mangrove.reproduce.cell.CellFig6;
import dev.mangrove.reproduce.cell.CellFig7;
import dev.mangrove.reproduce.cell.CellFig8;
import dev.mangrove.reproduce.cell.CellFig9;
import dev.mangrove.reproduce.cell.CellMoves;
import dev.mangrove.reproduce.cell.CellNodes;
import dev.mangrove.reproduce.cell.CellPolicies;
import dev.mangrove.reproduce.cell.CellTable1;
import dev.mangrove.reproduce.cell.CellTable2;
import dev.mangrove.reproduce.drdma.DrdmaFig11;
import dev.mangrove.reproduce.drdma.DrdmaFig12;
import dev.mangrove.reproduce.drdma.DrdmaFig13;
import dev.mangrove.reproduce.drdma.DrdmaFig14;
import dev.mangrove.reproduce.drdma.DrdmaFig15;
import dev.mangrove.reproduce.drdma.DrdmaFig9;
import dev.mangrove.reproduce.drdma.DrdmaText;
import dev.mangrove.reproduce.nam.NamFig10;
import dev.mangrove.reproduce.nam.NamFig11;
import dev.mangrove.reproduce.nam.NamFig12;
import dev.mangrove.reproduce.nam.NamFig13;
import dev.mangrove.reproduce.nam.NamFig15;
import dev.mangrove.reproduce.nam.NamFig7;
import dev.mangrove.reproduce.nam.NamFig8;
import dev.mangrove.reproduce.nam.NamFig9;
import dev.mangrove.reproduce.nam.NamTable2;
import dev.mangrove.reproduce.ours.Ours;
import dev.mangrove.reproduce.policy.Policies;
import dev.mangrove.reproduce.sherman.ShermanDelegation;
import dev.mangrove.reproduce.sherman.ShermanFig1;
import dev.mangrove.reproduce.sherman.ShermanFig5;
import dev.mangrove.reproduce.sherman.ShermanFig6;
import dev.mangrove.reproduce.sherman.ShermanFig7;
import dev.mangrove.reproduce.sherman.ShermanTable1;
import dev.mangrove.reproduce.sherman.ShermanTable3;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** All experiments. */
public final class Experiments {
    private static final List<Experiment> ALL =
            List.of(
                    new CellTable1(),
                    new CellFig4(),
                    new CellFig5(),
                    new CellTable2(),
                    new CellFig6(),
                    new CellFig7(),
                    new CellFig8(),
                    new CellFig9(),
                    new CellMoves(),
                    new CellNodes(),
                    new CellPolicies(),
                    new CatfishFig10(),
                    new CatfishFig6(),
                    new CatfishFig7(),
                    new CatfishFig8(),
                    new CatfishFig11(),
                    new CatfishFig12(),
                    CatfishMixed.rstar(),
                    new CatfishFig15(),
                    CatfishMixed.basic(),
                    new CatfishFig19(),
                    CatfishMixed.hilbert(),
                    new CatfishFig23(),
                    new CatfishFig24(),
                    new CatfishFig25(),
                    new Policies(),
                    new ShermanFig1(),
                    new ShermanTable1(),
                    new ShermanFig5(),
                    new ShermanFig6(),
                    new ShermanDelegation(),
                    new ShermanTable3(),
                    new ShermanFig7(),
                    new DrdmaFig9(),
                    new DrdmaFig11(),
                    new DrdmaFig12(),
                    new DrdmaFig13(),
                    new DrdmaFig14(),
                    new DrdmaFig15(),
                    new DrdmaText(),
                    new NamTable2(),
                    new NamFig7(),
                    new NamFig8(),
                    new NamFig9(),
                    new NamFig10(),
                    new NamFig11(),
                    new NamFig12(),
                    new NamFig13(),
                    new NamFig15(),
                    new Ours());

    private Experiments() {}

    /**
     * The experiment with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Experiment named(String name) {
        for (Experiment experiment : ALL) {
            if (experiment.name().equals(name)) {
                return experiment;
            }
        }
        String names = ALL.stream().map(Experiment::name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("no such experiment: " + name + "; there are " + names);
    }

    /** Runs an experiment on the published cluster's profile, or on another one. */
    public static Reproduction run(Experiment experiment, @Nullable String profile) {
        return experiment.run(profile);
    }

    /** All experiments, in order. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** Runs all experiments, one per core at a time; passes the results on in order. */
    public static void runAll(@Nullable String profile, Consumer<Reproduction> shown) {
        int cores = Runtime.getRuntime().availableProcessors();
        try (Progress progress = Progress.of("reproduce", ALL.size());
                ExecutorService pool = Executors.newFixedThreadPool(cores)) {
            List<Future<Reproduction>> results = new ArrayList<>();
            for (Experiment experiment : ALL) {
                results.add(pool.submit(() -> run(experiment, profile, progress)));
            }
            for (Future<Reproduction> result : results) {
                shown.accept(result.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while experiments run", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an experiment has failed", e);
        }
    }

    private static Reproduction run(
            Experiment experiment, @Nullable String profile, Progress progress) {
        try {
            return experiment.run(profile);
        } catch (RuntimeException e) {
            throw new IllegalStateException(experiment.name() + " has failed", e);
        } finally {
            progress.advance(1);
        }
    }

    /** The list as text. */
    public static String describe() {
        Table table = new Table("experiment", "what");
        ALL.forEach(experiment -> table.row(experiment.name(), experiment.what()));
        return table.toString();
    }

    /** The list, by the keys of the JSON output. */
    public static Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("experiments", ALL.stream().map(Experiment::name).toList());
        return json;
    }
}
