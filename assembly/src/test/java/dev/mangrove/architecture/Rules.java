package dev.mangrove.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directions that ARCHITECTURE.md describes, as rules over the packages below a root: that of
 * the product, or that of the violations which prove that each rule can fail. A package that does
 * not exist yet breaks no rule.
 */
final class Rules {
    private static final String SYSTEM_HOST = "fabric.host.SystemHost";

    /** Methods that read the machine's clock or random numbers, by class. */
    private static final Map<String, Set<String>> AMBIENT =
            Map.of(
                    "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
                    "java.time.Instant", Set.of("now"),
                    "java.lang.Thread", Set.of("sleep"),
                    "java.lang.Math", Set.of("random"),
                    "java.util.concurrent.ThreadLocalRandom", Set.of("current"));

    /** Generators that take a seed from the machine unless the caller gives one. */
    private static final Set<String> SEEDED =
            Set.of("java.util.Random", "java.util.SplittableRandom");

    private static final String[] LABORATORY = {
        "sim..", "bench..", "check..", "reproduce..", "peers.."
    };

    private final String root;

    Rules(String root) {
        this.root = root;
    }

    /** A dependency never points up in the order cli, server, index, fabric. */
    ArchRule layersPointDown() {
        return layers().layer("cli")
                .definedBy(below("cli.."))
                .layer("server")
                .definedBy(below("server.."))
                .layer("index")
                .definedBy(root, root + ".index..", root + ".spi..")
                .layer("fabric")
                .definedBy(below("fabric.."))
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("index")
                .mayOnlyBeAccessedByLayers("cli", "server")
                .allowEmptyShould(true);
    }

    /** The laboratory depends on the product, never the reverse. */
    ArchRule productDoesNotKnowLaboratory() {
        return noClasses()
                .that(are(product()))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(below(LABORATORY))
                .allowEmptyShould(true);
    }

    /** A dependency never points up within the index: trees, access, latch, page. */
    ArchRule indexLayersPointDown() {
        return layers().layer("trees")
                .definedBy(below("index.btree..", "index.rtree.."))
                .layer("access")
                .definedBy(below("index.access.."))
                .layer("latch")
                .definedBy(below("index.latch.."))
                .layer("page")
                .definedBy(below("index.page.."))
                .whereLayer("trees")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("access")
                .mayOnlyBeAccessedByLayers("trees")
                .whereLayer("latch")
                .mayOnlyBeAccessedByLayers("trees", "access")
                .allowEmptyShould(true);
    }

    /** A dependency never points up within the simulator: request, hosts, hardware, kernel. */
    ArchRule simulatorLayersPointDown() {
        return layers().layer("request")
                .definedBy(below("sim.request.."))
                .layer("hosts")
                .definedBy(root + ".sim")
                .layer("hardware")
                .definedBy(below("sim.hardware.."))
                .layer("kernel")
                .definedBy(below("sim.kernel.."))
                .whereLayer("request")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("hosts")
                .mayOnlyBeAccessedByLayers("request")
                .whereLayer("hardware")
                .mayOnlyBeAccessedByLayers("request", "hosts")
                .allowEmptyShould(true);
    }

    ArchRule treesDoNotKnowEachOther() {
        return CompositeArchRule.of(notFrom("index.btree..", "index.rtree.."))
                .and(notFrom("index.rtree..", "index.btree.."));
    }

    /**
     * Protocols choose by declared capabilities; only commands and the laboratory name providers.
     */
    ArchRule onlyCliAndLaboratoryKnowProviders() {
        String[] providers =
                below("fabric.shm..", "fabric.socket..", "fabric.tcp..", "fabric.verbs..");
        return noClasses()
                .that(are(product()))
                .and()
                .resideOutsideOfPackages(providers)
                .and()
                .resideOutsideOfPackages(below("cli.."))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(providers)
                .allowEmptyShould(true);
    }

    /** Methods that applications can call take and return only types that applications can name. */
    ArchRule apiNamesOnlyTypesOfTheApi() {
        return noMethods()
                .that(describe("applications can call", this::isOfApi))
                .should(ArchCondition.from(describe("name internal types", this::namesInternals)))
                .allowEmptyShould(true);
    }

    private boolean isOfApi(JavaMethod method) {
        JavaClass owner = method.getOwner();
        return method.getModifiers().contains(JavaModifier.PUBLIC)
                && owner.getModifiers().contains(JavaModifier.PUBLIC)
                && api().test(owner);
    }

    private boolean namesInternals(JavaMethod method) {
        return Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream())
                .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                .anyMatch(resideInAnyPackage(below("index..", "spi..")).and(not(api())));
    }

    private DescribedPredicate<JavaClass> api() {
        return resideInAnyPackage(
                root, root + ".index.bytes", root + ".index.ordered", root + ".index.spatial");
    }

    ArchRule noUnsafe() {
        return noClasses().should().dependOnClassesThat().haveNameMatching(".*\\.misc\\.Unsafe");
    }

    ArchRule noNativeMethods() {
        return noMethods().should().haveModifier(JavaModifier.NATIVE).allowEmptyShould(true);
    }

    /** Native libraries are loaded by java.lang.foreign, not by the methods of JNI. */
    ArchRule noJniLibraries() {
        Set<String> loaders = Set.of("load", "loadLibrary");
        return noClasses()
                .should()
                .accessTargetWhere(
                        calls("JNI's library loading", Map.of("java.lang.System", loaders)));
    }

    /**
     * The simulator controls clock and random numbers, so production code takes both from the Host;
     * only SystemHost takes them from the machine.
     */
    ArchRule timeAndChanceComeFromTheHost() {
        return noClasses()
                .that(are(hosted()))
                .should()
                .accessTargetWhere(calls("the machine's time or chance", AMBIENT).or(unseeded()))
                .allowEmptyShould(true);
    }

    private static LayeredArchitecture layers() {
        return layeredArchitecture().consideringOnlyDependenciesInLayers().withOptionalLayers(true);
    }

    private ArchRule notFrom(String from, String to) {
        return noClasses()
                .that()
                .resideInAnyPackage(below(from))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(below(to))
                .allowEmptyShould(true);
    }

    private DescribedPredicate<JavaClass> product() {
        return not(resideInAnyPackage(below(LABORATORY))).as("the product");
    }

    private DescribedPredicate<JavaClass> hosted() {
        DescribedPredicate<JavaClass> core =
                resideInAnyPackage(below("fabric..", "index..", "server.."))
                        .or(resideInAnyPackage(root));
        DescribedPredicate<JavaClass> onTheMachine =
                resideInAnyPackage(
                        below(
                                "fabric.posix..",
                                "fabric.shm..",
                                "fabric.socket..",
                                "fabric.tcp..",
                                "fabric.verbs.."));
        DescribedPredicate<JavaClass> systemHost =
                describe(
                        "the host of the machine",
                        type -> type.getName().startsWith(root + "." + SYSTEM_HOST));
        return core.and(not(onTheMachine.or(systemHost))).as("code that runs on a Host");
    }

    private static DescribedPredicate<JavaAccess<?>> calls(
            String what, Map<String, Set<String>> methods) {
        return describe(
                what,
                access -> methods.getOrDefault(owner(access), Set.of()).contains(access.getName()));
    }

    private static DescribedPredicate<JavaAccess<?>> unseeded() {
        return describe("a generator without a seed", access -> isUnseeded(access.getTarget()));
    }

    private static boolean isUnseeded(AccessTarget target) {
        return target instanceof CodeUnitAccessTarget unit
                && unit.getName().equals("<init>")
                && unit.getRawParameterTypes().isEmpty()
                && SEEDED.contains(unit.getOwner().getName());
    }

    private static String owner(JavaAccess<?> access) {
        return access.getTargetOwner().getName();
    }

    private String[] below(String... packages) {
        return Arrays.stream(packages).map(name -> root + "." + name).toArray(String[]::new);
    }
}
