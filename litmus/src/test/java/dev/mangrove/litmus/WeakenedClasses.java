package dev.mangrove.litmus;

import java.io.IOException;
import java.io.InputStream;

/** All classes of Mangrove once more, with one of them weakened; other classes are shared. */
final class WeakenedClasses extends ClassLoader {
    private static final String PREFIX = "dev.mangrove.";

    private final Weakening weakening;

    WeakenedClasses(Weakening weakening) {
        super(WeakenedClasses.class.getClassLoader());
        this.weakening = weakening;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PREFIX)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            if (name.equals(weakening.className())) {
                bytes = weakening.apply(bytes, getParent());
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
