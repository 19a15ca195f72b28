package dev.mangrove.check.mutants;

/**
 * What a check says of the product without a mutant.
 *
 * @param check as on the command line
 * @param seeds that it ran
 * @param answer what its process said
 */
record ControlRow(String check, int seeds, String answer) {
    /** Whether the check objected, or its process ended without an answer. */
    boolean isFailure() {
        return !answer.equals(MutantTrial.SURVIVED);
    }

    @Override
    public String toString() {
        return check + ": " + answer;
    }
}
