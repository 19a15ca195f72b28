package dev.mangrove.check.mutants;

import java.util.List;

/**
 * The product with one error, or a published protocol in its place.
 *
 * @param name for people; each has its own
 * @param type the class, without the package prefix {@code dev.mangrove}
 * @param method its method, or several with spaces between them; all of that name are changed
 * @param edit the error
 * @param check the check that must object, as on the command line
 * @param seeds within so many seeds
 */
record Mutant(String name, String type, String method, Edit edit, String check, int seeds) {
    private static final String PREFIX = "dev.mangrove.";

    /** The class that is changed. */
    String className() {
        return PREFIX + type;
    }

    /** Whether methods of a name are changed. */
    boolean changes(String name) {
        return List.of(method.split(" ", -1)).contains(name);
    }

    /** Whether this is a published protocol, and no error of the product. */
    boolean isPublished() {
        return edit instanceof Edit.AsPublished;
    }

    /** The check as arguments. */
    List<String> arguments() {
        return List.of(check.split(" ", -1));
    }

    @Override
    public String toString() {
        return name;
    }
}
