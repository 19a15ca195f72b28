package dev.mangrove.server.ordered;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

import java.lang.reflect.Method;

/** Gives a test its {@link Place} and runs it where its fabric wants it to run. */
final class GroundExtension implements ParameterResolver, InvocationInterceptor {
    private static final Namespace NAMESPACE = Namespace.create(GroundExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Place.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Place place = new Place(ground(context));
        context.getStore(NAMESPACE).put(Place.class, place);
        return place;
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        Place place = context.getStore(NAMESPACE).get(Place.class, Place.class);
        try {
            ground(context).run(() -> run(place, invocation));
        } catch (TestAbortedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            throw new AssertionError("again with -Dmangrove.seed=" + place.seed() + ": " + e, e);
        }
    }

    /** A test that fails leaves its traces to the ground, which gives up its pool. */
    private static void run(Place place, Invocation<Void> test) throws Throwable {
        try {
            test.proceed();
        } catch (TestAbortedException e) {
            place.clear();
            throw e;
        }
        place.verify();
        place.clear();
    }

    private static Ground ground(ExtensionContext context) {
        return context.getRequiredTestInstances()
                .findInstance(OrderedIndexContract.class)
                .orElseThrow()
                .ground();
    }
}
