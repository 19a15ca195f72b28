package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Host;

import org.junit.jupiter.api.Timeout;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * What all themes of the contract have in common: a test runs in a {@link World} and leaves nothing
 * behind.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class FabricContract {
    /** How soon the fabric promises to notice that a peer has gone. */
    static final long PROMISE_NANOS = 2_000_000_000L;

    /** When to give up on what should come at once, on a machine that is busy with other things. */
    static final long PATIENCE_NANOS = 20_000_000_000L;

    private static final String SEED_PROPERTY = "mangrove.seed";

    private final FabricUnderTest under = underTest(getClass());

    /** Runs a test. */
    final void run(Scenario body) throws Exception {
        under.run(
                () -> {
                    Set<String> before = under.traces();
                    Host host;
                    try (World world = new World(under)) {
                        host = world.host();
                        body.run(world);
                    }
                    Eventually.within(
                            PROMISE_NANOS, host, () -> before.containsAll(under.traces()));
                    assertThat(under.traces()).as("left behind").isSubsetOf(before);
                });
    }

    /** Runs a test that draws lots; a failure names the seed. */
    final void runSeeded(SeededScenario body) throws Exception {
        run(
                world -> {
                    Long given = Long.getLong(SEED_PROPERTY);
                    long seed = given != null ? given : world.host().random().nextLong();
                    try {
                        body.run(world, RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
                    } catch (Exception | AssertionError e) {
                        throw new AssertionError(
                                "again with -D"
                                        + SEED_PROPERTY
                                        + "="
                                        + seed
                                        + ": "
                                        + e.getMessage(),
                                e);
                    }
                });
    }

    /** The provider named on a class or on one around it. */
    static FabricUnderTest underTest(Class<?> test) {
        for (Class<?> type = test; type != null; type = type.getEnclosingClass()) {
            ProviderUnderTest provider = type.getAnnotation(ProviderUnderTest.class);
            if (provider != null) {
                return newInstance(provider.value());
            }
        }
        throw new IllegalStateException("no @ProviderUnderTest on or around " + test.getName());
    }

    /** A provider from its class. */
    static FabricUnderTest newInstance(Class<? extends FabricUnderTest> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "needs a constructor without parameters: " + type.getName(), e);
        }
    }

    /** The body of a test. */
    @FunctionalInterface
    interface Scenario {
        void run(World world) throws Exception;
    }

    /** The body of a test that draws lots. */
    @FunctionalInterface
    interface SeededScenario {
        void run(World world, RandomGenerator random) throws Exception;
    }
}
