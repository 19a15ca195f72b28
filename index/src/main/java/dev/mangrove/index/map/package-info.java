/**
 * Sorted maps over indexes: one implementation of {@link
 * java.util.concurrent.ConcurrentNavigableMap} for all kinds of keys and values.
 *
 * <p>{@link dev.mangrove.index.map.SortedStore} is what a map needs of an index: a few atomic
 * changes of single keys, and scans. {@link dev.mangrove.index.map.MapSection} adds bounds, {@link
 * dev.mangrove.index.map.ComputingMap} the changes that depend on the value before, and {@link
 * dev.mangrove.index.map.SortedMapView} the navigation, in one of both directions.
 *
 * <p>A change that depends on a value reads the value, computes, and replaces it if its stored form
 * is unchanged; else it tries again. These loops are lock-free: a try fails only if another client
 * has changed the same key meanwhile. They compare stored forms, not values, so that a value whose
 * stored form is not unique cannot make them endless.
 */
@NullMarked
package dev.mangrove.index.map;

import org.jspecify.annotations.NullMarked;
