/**
 * The public API of spatial indexes: objects with 64-bit ids, each with a rectangle.
 *
 * <p>An id names one object, and an object has one rectangle. Inserting an id that is present, and
 * moving or deleting one that is absent, has no effect; the result of the call says so. These three
 * operations are linearizable per id.
 *
 * <p>A search is not a snapshot of the whole index, but it sees each object as it was at some
 * moment of the search. It returns every object that was present, and matched the query, during the
 * whole search. It returns no object that did not match the query at any moment of the search. It
 * returns no object twice, even if pages split or objects move meanwhile.
 */
@NullMarked
package dev.mangrove.index.spatial;

import org.jspecify.annotations.NullMarked;
