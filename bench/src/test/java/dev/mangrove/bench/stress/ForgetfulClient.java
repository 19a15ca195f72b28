package dev.mangrove.bench.stress;

import dev.mangrove.index.ordered.OrderedIndex;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A client whose index now and then says that it has deleted a key and has not. */
final class ForgetfulClient {
    private static final int FORGETS_ONE_IN = 50;

    private ForgetfulClient() {}

    public static void main(String[] arguments) throws IOException {
        StressClient.run(
                ClientTask.parse(arguments),
                (mangrove, options) -> forgetful(IndexOpener.REAL.open(mangrove, options)));
    }

    private static OrderedIndex forgetful(OrderedIndex index) {
        int[] deletes = new int[1];
        return (OrderedIndex)
                Proxy.newProxyInstance(
                        ForgetfulClient.class.getClassLoader(),
                        new Class<?>[] {OrderedIndex.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("delete")
                                    && ++deletes[0] % FORGETS_ONE_IN == 0) {
                                return index.contains((long) arguments[0]);
                            }
                            return invoke(method, index, arguments);
                        });
    }

    private static Object invoke(Method method, OrderedIndex index, Object[] arguments)
            throws Throwable {
        try {
            return method.invoke(index, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
