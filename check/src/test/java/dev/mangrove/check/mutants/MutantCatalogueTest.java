package dev.mangrove.check.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.lang.classfile.ClassFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every mutant can still be made of the product as it is. */
final class MutantCatalogueTest {
    private final MutantWriter writer = new MutantWriter();

    @Test
    void shouldFitTheProduct() {
        List<String> faults = new ArrayList<>();
        for (Mutant mutant : MutantCatalogue.ALL) {
            try {
                ClassFile.of()
                        .verify(writer.changed(mutant))
                        .forEach(error -> faults.add(mutant + ": " + error.getMessage()));
            } catch (IllegalArgumentException e) {
                faults.add(String.valueOf(e.getMessage()));
            }
        }
        assertThat(faults).isEmpty();
        assertThat(MutantCatalogue.ALL).hasSizeGreaterThanOrEqualTo(30);
    }

    @Test
    void shouldNameEachMutantOnce() {
        Set<String> names = new HashSet<>();
        MutantCatalogue.ALL.forEach(mutant -> assertThat(names.add(mutant.name())).isTrue());
    }

    @Test
    void shouldRefuseAMutantThatChangesNothing() {
        Mutant mutant =
                new Mutant(
                        "none",
                        "index.page.PageView",
                        "isValid",
                        new Edit.WithoutCall("nowhere", 0),
                        "ordered fine",
                        1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.changed(mutant))
                .withMessageContaining("does not fit");
    }

    /** One that is certain to be caught by the first seeds, through a process of its own. */
    @Test
    void shouldCatchAMutantInAProcessOfItsOwn() {
        Mutant mutant =
                new Mutant(
                        "shift",
                        "index.rtree.search.WindowSearch",
                        "minX",
                        new Edit.TooLarge(1_000),
                        "spatial rstar --in-place",
                        40);
        MutantReport.Row row = new MutantRun(1, null, line -> {}).attempt(mutant);
        assertThat(row.answer()).startsWith(MutantTrial.CAUGHT);
        assertThat(row.isSurvivor()).isFalse();
        assertThat(row.toJson()).containsEntry("name", "shift").containsEntry("seeds", 40);
        assertThat(row.caughtAt()).isBetween(1L, 40L);
    }

    @Test
    void shouldFailWhereACheckObjectsToTheProductAsItIs() {
        MutantRun run = new MutantRun(1, null, line -> {});

        ControlRow good = run.control("pages");
        ControlRow bad = run.control("no-such-check");

        assertThat(good.isFailure()).isFalse();
        assertThat(bad.isFailure()).isTrue();
        assertThat(new MutantReport(List.of(), List.of(good)).isGood()).isTrue();
        assertThat(new MutantReport(List.of(), List.of(good, bad)).isGood()).isFalse();
        assertThat(new MutantReport(List.of(), List.of(good, bad)).controlFailures()).hasSize(1);
    }
}
