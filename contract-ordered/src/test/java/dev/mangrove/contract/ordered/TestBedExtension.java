package dev.mangrove.contract.ordered;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.TestBed;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

import java.lang.reflect.Method;

/** Provides a test's {@link IndexFixture} and runs the test on its fabric's host. */
final class TestBedExtension implements ParameterResolver, InvocationInterceptor {
    private static final Namespace NAMESPACE = Namespace.create(TestBedExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == IndexFixture.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        IndexFixture fixture = new IndexFixture(ground(context));
        context.getStore(NAMESPACE).put(IndexFixture.class, fixture);
        return fixture;
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation,
            ReflectiveInvocationContext<Method> method,
            ExtensionContext context)
            throws Throwable {
        Assumptions.assumeTrue(
                ground(context).hasTurn(method.getExecutable()), "in another design at small size");
        IndexFixture fixture =
                context.getStore(NAMESPACE).get(IndexFixture.class, IndexFixture.class);
        try {
            ground(context).run(() -> run(fixture, invocation));
        } catch (TestAbortedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            throw new AssertionError("again with -Dmangrove.seed=" + fixture.seed() + ": " + e, e);
        }
    }

    /** After a test that fails, the environment replaces its pool. */
    private static void run(IndexFixture fixture, Invocation<Void> test) throws Throwable {
        try {
            test.proceed();
        } catch (TestAbortedException e) {
            fixture.clear();
            throw e;
        }
        fixture.verify();
        fixture.clear();
    }

    private static TestBed ground(ExtensionContext context) {
        return context.getRequiredTestInstances()
                .findInstance(OrderedIndexContract.class)
                .orElseThrow()
                .ground();
    }
}
