package dev.mangrove.check.command;

import dev.mangrove.check.mutants.MutantReport;
import dev.mangrove.check.mutants.MutantRun;

import picocli.CommandLine.Option;

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

    /**
     * Tries the chosen mutants.
     *
     * @param lines takes what became of each
     * @throws IllegalArgumentException if no mutant is chosen, or the control has no seeds
     */
    MutantReport run(Consumer<String> lines) {
        return new MutantRun(controlSeeds, lines).run(mutant);
    }
}
