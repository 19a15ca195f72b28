package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.EndpointOptions;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.concurrent.TimeUnit;

/**
 * Base of all themes of the contract: a test gets a {@link World} and must leave no resources. A
 * random test gets a {@link java.util.random.RandomGenerator}; its failure names the seed.
 */
@ExtendWith(WorldExtension.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class FabricContract {
    /** Factor on all time limits, for emulated machines. */
    public static final int SLOWNESS = Integer.getInteger("mangrove.slowness", 1);

    /** Divisor of the number of rounds of long tests, unless tests run at full size. */
    private static final int ONE_ROUND_IN =
            Integer.getInteger("mangrove.one-round-in", usualDivisor());

    /**
     * Time limit for what the fabric promises within two seconds (to notice the loss of a peer):
     * four times that, because a machine may stand still for seconds; what is broken takes {@link
     * #PATIENCE_NANOS} or never ends.
     */
    public static final long PROMISE_NANOS = SLOWNESS * 8_000_000_000L;

    /** Time limit for events that should happen at once, on a busy machine. */
    public static final long PATIENCE_NANOS = SLOWNESS * 20_000_000_000L;

    /** Options of the suite's clients. */
    public static final EndpointOptions CLIENT =
            EndpointOptions.DEFAULT.withTimeout(
                    EndpointOptions.DEFAULT.timeout().multipliedBy(SLOWNESS));

    private static int usualDivisor() {
        if (Boolean.getBoolean("mangrove.full")) {
            return 1;
        }
        return Boolean.getBoolean("mangrove.matrix") ? 4 : 6;
    }

    /** Number of rounds of a long test: all, or fewer at small size or on a slow machine. */
    public static int rounds(int all) {
        return Math.ceilDiv(all, ONE_ROUND_IN);
    }

    /** Runs after each test, between closing its world and the check of its traces. */
    protected void cleanUp(FabricUnderTest under) {}

    /** The provider named on a class or on one around it. */
    public static FabricUnderTest underTest(Class<?> test) {
        for (Class<?> type = test; type != null; type = type.getEnclosingClass()) {
            ProviderUnderTest provider = type.getAnnotation(ProviderUnderTest.class);
            if (provider != null) {
                return newInstance(provider.value());
            }
        }
        throw new IllegalStateException("no @ProviderUnderTest on or around " + test.getName());
    }

    /** A provider from its class. */
    public static FabricUnderTest newInstance(Class<? extends FabricUnderTest> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "needs a constructor without parameters: " + type.getName(), e);
        }
    }
}
