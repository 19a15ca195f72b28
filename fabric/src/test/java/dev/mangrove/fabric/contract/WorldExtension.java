package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Provides a test's {@link World} and random generator, and runs the test in a thread of its
 * provider's host. The world is opened there, too, so that all its time is that host's.
 */
final class WorldExtension implements ParameterResolver, InvocationInterceptor {
    private static final String SEED_PROPERTY = "mangrove.seed";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == World.class || type == RandomGenerator.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == World.class) {
            World world = new World(FabricContract.underTest(context.getRequiredTestClass()));
            store(context).put(Made.class, new Made(world));
            return world;
        }
        long seed = Long.getLong(SEED_PROPERTY, System.nanoTime());
        store(context).put(SEED_PROPERTY, seed);
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        World world = store(context).get(Made.class, Made.class).world();
        FabricContract contract = (FabricContract) context.getRequiredTestInstance();
        try {
            world.under().run(() -> runIn(world, contract, invocation));
        } catch (Exception | AssertionError e) {
            Long seed = store(context).get(SEED_PROPERTY, Long.class);
            throw seed == null
                    ? e
                    : new AssertionError(
                            "again with -D" + SEED_PROPERTY + "=" + seed + ": " + e, e);
        }
    }

    private static void runIn(World world, FabricContract contract, Invocation<Void> test)
            throws Throwable {
        FabricUnderTest under = world.under();
        Set<String> before = under.traces();
        Host host;
        try (world) {
            host = world.open().host();
            test.proceed();
        }
        contract.cleanUp(under);
        Eventually.within(
                FabricContract.PROMISE_NANOS, host, () -> before.containsAll(under.traces()));
        assertThat(under.traces()).as("left behind").isSubsetOf(before);
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(Namespace.create(WorldExtension.class));
    }

    /** Keeps the store from closing the world, which has to be closed where it was opened. */
    private record Made(World world) {}
}
