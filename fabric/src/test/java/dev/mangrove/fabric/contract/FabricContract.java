package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.EndpointOptions;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.concurrent.TimeUnit;

/**
 * What all themes of the contract have in common: a test is given a {@link World} and leaves
 * nothing behind. A test that draws lots is given a {@link java.util.random.RandomGenerator}; its
 * failure names the seed.
 */
@ExtendWith(WorldExtension.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class FabricContract {
    /** How much longer everything may take, where the machine itself is emulated. */
    static final int SLOWNESS = Integer.getInteger("mangrove.slowness", 1);

    /** Of the rounds of a long test, one in so many is made, unless tests run at full size. */
    private static final int ONE_ROUND_IN =
            Integer.getInteger(
                    "mangrove.one-round-in", Boolean.getBoolean("mangrove.full") ? 1 : 4);

    /** How soon the fabric promises to notice that a peer has gone. */
    static final long PROMISE_NANOS = SLOWNESS * 2_000_000_000L;

    /** Time limit for events that should happen at once, on a busy machine. */
    static final long PATIENCE_NANOS = SLOWNESS * 20_000_000_000L;

    /** How a client of the suite connects. */
    static final EndpointOptions CLIENT =
            EndpointOptions.DEFAULT.withTimeout(
                    EndpointOptions.DEFAULT.timeout().multipliedBy(SLOWNESS));

    /** Rounds that a long test makes: all of them, unless the machine is too slow for that. */
    static int rounds(int all) {
        return Math.ceilDiv(all, ONE_ROUND_IN);
    }

    /** Runs after each test, when its world is closed and before its traces are looked for. */
    void cleanUp(FabricUnderTest under) {}

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
}
