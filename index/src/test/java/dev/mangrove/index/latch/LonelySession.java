package dev.mangrove.index.latch;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.ConnectOptions;
import dev.mangrove.index.session.Pool;
import dev.mangrove.index.session.Session;

import java.lang.reflect.Constructor;

/** Sessions of a pool without servers: whatever is asked of one fails. */
final class LonelySession {
    private LonelySession() {}

    static Session on(Host host) {
        try {
            Constructor<Pool> constructor = Pool.class.getDeclaredConstructor(ConnectOptions.class);
            constructor.setAccessible(true);
            return constructor.newInstance(ConnectOptions.DEFAULT.withHost(host)).session();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no session without servers", e);
        }
    }
}
