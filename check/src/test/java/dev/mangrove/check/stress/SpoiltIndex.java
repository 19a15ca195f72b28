package dev.mangrove.check.stress;

import dev.mangrove.index.ordered.OrderedIndex;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** The product's index with some calls of one method replaced. */
final class SpoiltIndex implements InvocationHandler {
    private final OrderedIndex index;
    private final String method;
    private final int oneIn;
    private final Spoiler spoiler;
    private int calls;

    private SpoiltIndex(OrderedIndex index, String method, int oneIn, Spoiler spoiler) {
        this.index = index;
        this.method = method;
        this.oneIn = oneIn;
        this.spoiler = spoiler;
    }

    /** The replacement of a call. */
    interface Spoiler {
        boolean answer(OrderedIndex index, long key);
    }

    /** Opens indexes in which one of {@code oneIn} calls of a method is replaced. */
    static IndexOpener opener(String method, int oneIn, Spoiler spoiler) {
        return (mangrove, options) -> {
            OrderedIndex real = IndexOpener.REAL.open(mangrove, options);
            return (OrderedIndex)
                    Proxy.newProxyInstance(
                            SpoiltIndex.class.getClassLoader(),
                            new Class<?>[] {OrderedIndex.class},
                            new SpoiltIndex(real, method, oneIn, spoiler));
        };
    }

    @Override
    public Object invoke(Object proxy, Method called, Object[] arguments) throws Throwable {
        if (called.getName().equals(method) && ++calls % oneIn == 0) {
            return spoiler.answer(index, (long) arguments[0]);
        }
        try {
            return called.invoke(index, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
