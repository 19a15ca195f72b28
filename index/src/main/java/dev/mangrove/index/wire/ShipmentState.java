package dev.mangrove.index.wire;

/**
 * How far a shipment is.
 *
 * @param phase whether it runs, or how it has ended
 * @param entries entries that were read so far; in the end, those that were loaded
 * @param text why it has failed; empty if it has not
 */
public record ShipmentState(Phase phase, long entries, String text) {
    /** Whether a shipment runs, or how it has ended. The code is part of the format. */
    public enum Phase {
        /** The server reads and writes. */
        RUNNING(0),
        /** The target is loaded. */
        DONE(1),
        /** The target has entries. */
        NOT_EMPTY(2),
        /** There is no such index. */
        NOT_FOUND(3),
        /** A value is outside of what is allowed. */
        INVALID(4),
        /** Memory is used up. */
        OUT_OF_MEMORY(5),
        /** A server that has a part of an index is lost. */
        SERVER_LOST(6),
        /** Anything else. */
        FAILED(7);

        private final int code;

        Phase(int code) {
            this.code = code;
        }

        /** The phase of a code; one we do not know counts as {@link #FAILED}. */
        static Phase of(int code) {
            for (Phase each : values()) {
                if (each.code == code) {
                    return each;
                }
            }
            return FAILED;
        }
    }

    /** Whether the server reads and writes. */
    public boolean isRunning() {
        return phase == Phase.RUNNING;
    }

    /** Whether the target is loaded. */
    public boolean isDone() {
        return phase == Phase.DONE;
    }

    /** Appends it to a payload. */
    public WireWriter write(WireWriter out) {
        return out.putInt(phase.code).putLong(entries).putText(text);
    }

    /** Reads it; the payload ends with it. */
    public static ShipmentState read(WireReader in) {
        ShipmentState state = new ShipmentState(Phase.of(in.getInt()), in.getLong(), in.getText());
        in.end();
        return state;
    }
}
