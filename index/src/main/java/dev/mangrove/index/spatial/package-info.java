/**
 * The spatial index as its users see it: objects with 64-bit ids, each at a rectangle.
 *
 * <p>An id names one object, which is at one place: inserting an id that is there already is
 * refused, moving or deleting one that is not there does nothing; each says which it was. These
 * three are linearizable per id.
 *
 * <p>A search is not a moment's picture of the whole, but it looks at each object at some moment of
 * the search: an object that was there throughout, and that met the query wherever it was, is
 * returned; one that never did while the search ran is not; and none is returned twice, whatever
 * splits, moves or is put in elsewhere meanwhile.
 */
@NullMarked
package dev.mangrove.index.spatial;

import org.jspecify.annotations.NullMarked;
