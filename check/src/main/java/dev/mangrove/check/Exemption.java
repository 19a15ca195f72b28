package dev.mangrove.check;

/**
 * A fault or branch that a check counts, but need not have in many seeds.
 *
 * @param name as {@link Coverage} counts it
 * @param reason why runs do not have it, or hardly ever; and what checks it instead
 */
public record Exemption(String name, String reason) {
    /** Checks that there is a reason. */
    public Exemption {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("exemption of " + name + " has no reason: give one");
        }
    }
}
