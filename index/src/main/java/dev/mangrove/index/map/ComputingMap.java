package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Changes that depend on a key's value: read it, compute, and replace it if it is unchanged; else
 * try again, in turns with other threads of this process. A function may therefore be called
 * several times.
 */
abstract class ComputingMap<K, V, S> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    private final MapSection<K, V, S> section;

    ComputingMap(MapSection<K, V, S> section) {
        this.section = section;
    }

    final MapSection<K, V, S> section() {
        return section;
    }

    @Override
    public final @Nullable V computeIfAbsent(
            K key, Function<? super K, ? extends @Nullable V> function) {
        Objects.requireNonNull(function, "function");
        S old = section.find(key);
        if (old != null) {
            return section.value(old);
        }
        V computed = function.apply(key);
        if (computed == null) {
            return null;
        }
        S other = section.putIfAbsent(key, section.stored(computed));
        return other != null ? section.value(other) : computed;
    }

    @Override
    public final @Nullable V computeIfPresent(
            K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
        Objects.requireNonNull(function, "function");
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        try (ComputeTurn turn = new ComputeTurn(key)) {
            while (true) {
                S old = section.find(key);
                if (old == null) {
                    return null;
                }
                V computed = function.apply(key, section.store().value(old));
                if (exchange(key, old, computed)) {
                    return computed;
                }
                boolean _ = turn.take();
            }
        }
    }

    @Override
    public final @Nullable V compute(
            K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
        Objects.requireNonNull(function, "function");
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        try (ComputeTurn turn = new ComputeTurn(key)) {
            while (true) {
                S old = section.find(key);
                V computed = function.apply(key, section.value(old));
                if (exchange(key, old, computed)) {
                    return computed;
                }
                boolean _ = turn.take();
            }
        }
    }

    @Override
    public final @Nullable V merge(
            K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(function, "function");
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        try (ComputeTurn turn = new ComputeTurn(key)) {
            while (true) {
                S old = section.find(key);
                V computed =
                        old == null ? value : function.apply(section.store().value(old), value);
                if (exchange(key, old, computed)) {
                    return computed;
                }
                boolean _ = turn.take();
            }
        }
    }

    @Override
    public final void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        for (Map.Entry<K, V> entry : entrySet()) {
            computeIfPresent(
                    entry.getKey(),
                    (key, old) -> Objects.requireNonNull(function.apply(key, old), "value"));
        }
    }

    /** Puts one value, or none, in the place of another; false if the other was not there. */
    private boolean exchange(K key, @Nullable S old, @Nullable V value) {
        if (value == null) {
            return old == null || section.remove(key, old);
        }
        S stored = section.stored(value);
        return old == null
                ? section.putIfAbsent(key, stored) == null
                : section.replace(key, old, stored);
    }
}
