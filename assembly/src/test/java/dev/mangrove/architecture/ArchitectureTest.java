package dev.mangrove.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks the product against the {@link Rules}, and that each rule detects its violation. */
class ArchitectureTest {
    private static final String ROOT = "dev.mangrove";
    private static final String VIOLATIONS = ROOT + ".architecture.violations";

    private static final JavaClasses PRODUCT =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(ROOT);
    private static final JavaClasses WRONG = new ClassFileImporter().importPackages(VIOLATIONS);

    static Stream<Arguments> rules() {
        return Stream.of(
                rule("layers", Rules::layersPointDown, "fabric.LooksUp"),
                rule("index layers", Rules::indexLayersPointDown, "index.page.LooksUp"),
                rule(
                        "simulator layers",
                        Rules::simulatorLayersPointDown,
                        "sim.hardware.KnowsHosts",
                        "sim.CallsProvider"),
                rule(
                        "trees",
                        Rules::treesDoNotKnowEachOther,
                        "index.btree.Neighbour",
                        "index.rtree.Neighbour"),
                rule("providers", Rules::onlyCliAndLaboratoryKnowProviders, "server.KnowsProvider"),
                rule("laboratory", Rules::productDoesNotKnowLaboratory, "cli.KnowsSimulator"),
                rule(
                        "API",
                        Rules::apiNamesOnlyTypesOfTheApi,
                        "ShowsInternals.latches",
                        "ShowsInternals.take"),
                rule("Unsafe", Rules::noUnsafe, "fabric.shm.UsesUnsafe"),
                rule("native methods", Rules::noNativeMethods, "fabric.shm.UsesJni.call"),
                rule("JNI libraries", Rules::noJniLibraries, "fabric.shm.UsesJni.load"),
                rule(
                        "time and chance",
                        Rules::timeAndChanceComeFromTheHost,
                        "System.nanoTime()",
                        "System.currentTimeMillis()",
                        "Instant.now()",
                        "Thread.sleep(long)",
                        "Math.random()",
                        "ThreadLocalRandom.current()",
                        "Random.<init>()",
                        "SplittableRandom.<init>()"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldHoldForTheProduct(Function<Rules, ArchRule> rule) {
        rule.apply(new Rules(ROOT)).check(PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldFailForViolations(Function<Rules, ArchRule> rule, List<String> culprits) {
        ArchRule check = rule.apply(new Rules(VIOLATIONS));

        assertThatThrownBy(() -> check.check(WRONG))
                .isInstanceOf(AssertionError.class)
                .satisfies(error -> assertThat(error.getMessage()).contains(culprits));
    }

    @Test
    void shouldLetTheHostOfTheMachineAskTheMachine() {
        ArchRule check = new Rules(VIOLATIONS).timeAndChanceComeFromTheHost();

        assertThatThrownBy(() -> check.check(WRONG))
                .satisfies(error -> assertThat(error.getMessage()).doesNotContain("SystemHost"));
    }

    @Test
    void shouldSeeEveryModule() {
        assertThat(PRODUCT)
                .extracting(type -> type.getPackageName())
                .contains(
                        ROOT,
                        ROOT + ".fabric",
                        ROOT + ".server",
                        ROOT + ".sim",
                        ROOT + ".bench.ordered",
                        ROOT + ".check.history",
                        ROOT + ".reproduce.nam",
                        ROOT + ".cli");
    }

    private static Arguments rule(String name, Function<Rules, ArchRule> rule, String... culprits) {
        return argumentSet(name, rule, List.of(culprits));
    }
}
