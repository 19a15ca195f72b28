/**
 * Mutation tests of the checks: a mutant is the product with one error in one method, and a named
 * check must fail on it within a stated number of seeds.
 *
 * <p>The product knows nothing of this. {@code MutantWriter} rewrites the class file of a product's
 * class by an {@code Edit}; {@code MutantRun} starts a JVM per mutant that finds the rewritten
 * class before the real one, and {@code MutantTrial} runs seeds in it until the check fails. The
 * mutants are in {@code MutantCatalogue}. A new protocol comes with its mutants: each fence, each
 * validation, each order of two stores, each undo and each bound of it.
 */
@NullMarked
package dev.mangrove.check.mutants;

import org.jspecify.annotations.NullMarked;
