/**
 * Litmus tests of what threads share without a lock, or under one that must not be missing. Each is
 * a class {@code …Litmus} in the package of what it tests: jcstress, of OpenJDK, runs the methods
 * of such a class that are marked as actors at the same time, again and again with new states, and
 * counts the outcomes. The outcomes that the protocol excludes are marked as forbidden.
 *
 * <p>{@code LitmusTest} runs each test for a moment in the JVM of the build. {@code WeakenedTest}
 * proves that the tests notice an error: it takes a fence, an order or a lock from the product's
 * class file, and waits for the forbidden outcome. {@code ForkedLitmusTest}, which is part of
 * longer builds, has jcstress itself start a JVM for each test and each compiler.
 */
package dev.mangrove.litmus;
