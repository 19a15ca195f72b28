package dev.mangrove.check.command;

import dev.mangrove.check.mutants.MutantReport;
import dev.mangrove.check.mutants.MutantRun;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Options of {@code check mutants}. */
final class MutantOptions {
    @Option(
            names = "--mutant",
            defaultValue = "",
            description =
                    "With mutants: only those whose names contain this, or whose check it is.")
    private String mutant;

    @Option(
            names = "--control-seeds",
            defaultValue = "20",
            description =
                    "With mutants: seeds that each check runs without a mutant, where it must find"
                            + " nothing; default ${DEFAULT-VALUE}.")
    private int controlSeeds;

    @Option(
            names = "--outcomes",
            paramLabel = "FILE",
            description =
                    "With mutants: append each outcome to this file, and take those of the same"
                            + " code from there, so that a run can continue.")
    private @Nullable Path outcomes;

    /**
     * Tries the chosen mutants.
     *
     * @param lines takes what became of each
     * @throws IllegalArgumentException if no mutant is chosen, the control has no seeds, or the
     *     file of outcomes cannot be read
     */
    MutantReport run(Consumer<String> lines) {
        return new MutantRun(controlSeeds, outcomes, lines).run(mutant);
    }
}
