package dev.mangrove.sim;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** What may happen in a run because of its {@link Faults} or its {@link Interleaving}. */
public enum InjectedFault {
    /** Lines of a READ were fetched at different times. */
    TORN_READ(Faults.Kind.TORN_READS),
    /** Lines of a WRITE were put at different times. */
    TORN_WRITE(Faults.Kind.TORN_WRITES),
    /** A WRITE took effect after later ones of its channel. */
    REORDERED_WRITE(Faults.Kind.REORDERED_WRITES),
    /** A host stopped for less than a lease. */
    PAUSE(Faults.Kind.PAUSES),
    /** A client stopped for longer than a lease, before a verb or an access in place. */
    LONG_PAUSE(Faults.Kind.LONG_PAUSES),
    /** A host was slow for the whole run. */
    SLOW_HOST(Faults.Kind.SLOW_HOSTS),
    /** A cable was cut for good. */
    CUT(Faults.Kind.CUTS),
    /** A packet was lost and repeated. */
    LOST_PACKET(Faults.Kind.LOSS),
    /** A cable was cut for a moment. */
    FLAP(Faults.Kind.FLAPS),
    /** A client died before a request left. */
    CLIENT_CRASH(Faults.Kind.CLIENT_CRASH),
    /** A server died before it served a request. */
    SERVER_CRASH(Faults.Kind.SERVER_CRASH),
    /** A client died before a load or store in place. */
    CLIENT_CRASH_IN_PLACE(Faults.Kind.CLIENT_CRASH),
    /** A server died before a load or store in place. */
    SERVER_CRASH_IN_PLACE(Faults.Kind.SERVER_CRASH),
    /** The completion of an atomic was lost with the connection. */
    LOST_COMPLETION(Faults.Kind.LOST_COMPLETIONS),
    /** A WRITE completed before it was visible. */
    HIDDEN_WRITE(Faults.Kind.DELAYED_VISIBILITY),
    /** A thread was suspended between two loads or stores in place. */
    SUSPENSION_IN_PLACE(null),
    /** A store in place became visible after others had run. */
    DELAYED_STORE(null),
    /** A store in place became visible before an earlier one of its thread. */
    REORDERED_STORE(null);

    private final Faults.@Nullable Kind kind;

    InjectedFault(Faults.@Nullable Kind kind) {
        this.kind = kind;
    }

    /** Whether runs with these faults can have it; what happens in place can with any. */
    public boolean isAmong(Faults faults) {
        return kind == null || faults.has(kind);
    }

    /** Whether it happens only to threads that use memory in place. */
    public boolean isInPlace() {
        return kind == null || this == CLIENT_CRASH_IN_PLACE || this == SERVER_CRASH_IN_PLACE;
    }

    /** The name for people. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
