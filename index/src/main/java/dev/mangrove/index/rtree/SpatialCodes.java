package dev.mangrove.index.rtree;

import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.SpatialKind;

/** Codes of options in messages. */
public final class SpatialCodes {
    private SpatialCodes() {}

    static long code(SpatialDesign design) {
        return switch (design) {
            case BASIC -> 0;
            case RSTAR -> 1;
            case HILBERT -> 2;
        };
    }

    /** The tree of a number. */
    public static SpatialDesign design(long code) {
        return switch ((int) code) {
            case 0 -> SpatialDesign.BASIC;
            case 1 -> SpatialDesign.RSTAR;
            case 2 -> SpatialDesign.HILBERT;
            default -> throw new MalformedException("no such tree: code=" + code);
        };
    }

    static long code(Relation relation) {
        return switch (relation) {
            case INTERSECTS -> 0;
            case CONTAINS -> 1;
            case WITHIN -> 2;
        };
    }

    /** The relation of a number. */
    public static Relation relation(long code) {
        return switch ((int) code) {
            case 0 -> Relation.INTERSECTS;
            case 1 -> Relation.CONTAINS;
            case 2 -> Relation.WITHIN;
            default -> throw new MalformedException("no such relation: code=" + code);
        };
    }

    static int code(SpatialBatch.Operation change) {
        return switch (change) {
            case INSERT -> SpatialKind.INSERT;
            case UPDATE -> SpatialKind.UPDATE;
            case UPSERT -> SpatialKind.UPSERT;
            case DELETE -> SpatialKind.DELETE;
            case SET_PAYLOAD -> SpatialKind.SET_PAYLOAD;
            case GET -> SpatialKind.GET_OBJECT;
        };
    }

    static long code(Packing packing) {
        return switch (packing) {
            case STR -> 0;
            case HILBERT -> 1;
            case NONE -> 2;
        };
    }

    /** The packing of a number. */
    public static Packing packing(long code) {
        return switch ((int) code) {
            case 0 -> Packing.STR;
            case 1 -> Packing.HILBERT;
            case 2 -> Packing.NONE;
            default -> throw new MalformedException("no such packing: code=" + code);
        };
    }
}
