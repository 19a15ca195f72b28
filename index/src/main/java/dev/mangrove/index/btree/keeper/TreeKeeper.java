package dev.mangrove.index.btree.keeper;

import java.util.function.BooleanSupplier;

/** Maintains one tree of an index, in rounds. Used by one thread. */
public interface TreeKeeper {
    /** One round, which ends early when {@code goOn} returns false. */
    void round(BooleanSupplier goOn);

    /** Number of merged leaves. */
    default long merged() {
        return 0;
    }

    /** Number of head nodes written. */
    default long heads() {
        return 0;
    }
}
