package dev.mangrove.index.ordered;

import org.jspecify.annotations.Nullable;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Changes that depend on a key's value: read it, compute, and replace it if it is unchanged; else
 * try again. A function may therefore be called several times.
 */
abstract class ComputingMap extends AbstractMap<Long, Long> {
    @Override
    public final @Nullable Long computeIfAbsent(
            Long key, Function<? super Long, ? extends @Nullable Long> function) {
        Long old = get(key);
        if (old != null) {
            return old;
        }
        Long computed = function.apply(key);
        if (computed == null) {
            return null;
        }
        Long other = putIfAbsent(key, computed);
        return other != null ? other : computed;
    }

    @Override
    public final @Nullable Long computeIfPresent(
            Long key, BiFunction<? super Long, ? super Long, ? extends @Nullable Long> function) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Long old = get(key);
            if (old == null) {
                return null;
            }
            Long computed = function.apply(key, old);
            if (exchange(key, old, computed)) {
                return computed;
            }
        }
    }

    @Override
    public final @Nullable Long compute(
            Long key,
            BiFunction<? super Long, ? super @Nullable Long, ? extends @Nullable Long> function) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Long old = get(key);
            Long computed = function.apply(key, old);
            if (exchange(key, old, computed)) {
                return computed;
            }
        }
    }

    @Override
    public final @Nullable Long merge(
            Long key,
            Long value,
            BiFunction<? super Long, ? super Long, ? extends @Nullable Long> function) {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(function, "function");
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Long old = get(key);
            Long computed = old == null ? value : function.apply(old, value);
            if (exchange(key, old, computed)) {
                return computed;
            }
        }
    }

    @Override
    public final void replaceAll(BiFunction<? super Long, ? super Long, ? extends Long> function) {
        Objects.requireNonNull(function, "function");
        for (Map.Entry<Long, Long> entry : entrySet()) {
            computeIfPresent(
                    entry.getKey(),
                    (key, old) -> Objects.requireNonNull(function.apply(key, old), "value"));
        }
    }

    /** Puts one value, or none, in the place of another; false if the other was not there. */
    private boolean exchange(Long key, @Nullable Long old, @Nullable Long value) {
        if (value == null) {
            return old == null || remove(key, old);
        }
        return old == null ? putIfAbsent(key, value) == null : replace(key, old, value);
    }
}
