package dev.mangrove.check.mutants;

import java.util.List;

/** Adds mutants of one class to a list, which the same check must object to by default. */
final class Area {
    private final List<Mutant> all;
    private final String type;
    private final String check;
    private final int seeds;

    /**
     * Mutants of a class.
     *
     * @param all takes them
     * @param type the class, without the package prefix {@code dev.mangrove}
     * @param check the check that must object, as on the command line
     * @param seeds within so many seeds
     */
    Area(List<Mutant> all, String type, String check, int seeds) {
        this.all = all;
        this.type = type;
        this.check = check;
        this.seeds = seeds;
    }

    /** Adds a mutant by its name, the method and the error in it. */
    Area add(String name, String method, Edit edit) {
        return add(name, method, edit, check, seeds);
    }

    /** Adds a mutant that another check must object to. */
    Area add(String name, String method, Edit edit, String by, int within) {
        all.add(new Mutant(name, type, method, edit, by, within));
        return this;
    }
}
