package dev.mangrove.index.wire;

/**
 * How far a shipment is.
 *
 * @param phase whether it runs, or how it has ended
 * @param entries entries that were read so far; in the end, those that were loaded
 * @param text why it has failed; empty if it has not
 */
public record ShipmentState(Phase phase, long entries, String text) {
    /** Whether a shipment runs, or how it has ended. The ordinal is part of the format. */
    public enum Phase {
        /** The server reads and writes. */
        RUNNING,
        /** The target is loaded. */
        DONE,
        /** The target has entries. */
        NOT_EMPTY,
        /** There is no such index. */
        NOT_FOUND,
        /** A value is outside of what is allowed. */
        INVALID,
        /** Memory is used up. */
        OUT_OF_MEMORY,
        /** A server that has a part of an index is lost. */
        SERVER_LOST,
        /** Anything else. */
        FAILED;

        private static final Phase[] ALL = values();

        static Phase of(int number) {
            return number >= 0 && number < ALL.length ? ALL[number] : FAILED;
        }
    }

    /** Appends it to a payload. */
    public WireWriter write(WireWriter out) {
        return out.putInt(phase.ordinal()).putLong(entries).putText(text);
    }

    /** Reads it; the payload ends with it. */
    public static ShipmentState read(WireReader in) {
        ShipmentState state = new ShipmentState(Phase.of(in.getInt()), in.getLong(), in.getText());
        in.end();
        return state;
    }
}
