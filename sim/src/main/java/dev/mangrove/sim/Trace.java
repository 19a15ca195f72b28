package dev.mangrove.sim;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * A hash over all events of a run, the same for the same run on any machine, and optionally a
 * readable log of them.
 */
@SuppressWarnings("EnumOrdinal") // a number for each stage and verb, the same on any machine
public final class Trace {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final int THREAD = 1;
    private static final int FAULT = 2;
    private static final int MESSAGE = 3;
    private static final int VERB = 16;
    private static final String[] STAGES = {"posts", "takes effect", "completes", "fails"};

    private final Kernel kernel;
    private final @Nullable Consumer<String> lines;
    private long hash;

    Trace(Kernel kernel, @Nullable Consumer<String> lines) {
        this.kernel = kernel;
        this.lines = lines;
    }

    /** Stages of a request. */
    public enum Stage {
        POSTED,
        EFFECTIVE,
        COMPLETED,
        FAILED
    }

    /** The number. */
    public long hash() {
        return hash;
    }

    public void verb(
            Stage stage,
            Verb verb,
            int channel,
            int request,
            long address,
            int length,
            long value) {
        mix(
                (((long) channel << 32) ^ ((long) request << 8))
                        + VERB
                        + (stage.ordinal() << 4)
                        + verb.ordinal());
        mix(address ^ Long.rotateLeft(value, 17) ^ length);
        if (lines != null) {
            String where = verb == Verb.SEND ? "" : " at " + Address.toString(address);
            String what = verb.isAtomic() ? " value " + Long.toHexString(value) : "";
            say(
                    String.format(
                            Locale.ROOT,
                            "c%-4d #%-3d %s %s of %d bytes%s%s",
                            channel,
                            request,
                            verb,
                            STAGES[stage.ordinal()],
                            length,
                            where,
                            what));
        }
    }

    /** A thread runs; its name is what {@code toString} returns. */
    void thread(Object thread) {
        mix(THREAD);
        if (lines != null) {
            say(thread + " runs");
        }
    }

    public void message(int channel, boolean toServer, int length) {
        mix(MESSAGE + (toServer ? 0 : 8) + ((long) channel << 32) + ((long) length << 4));
        if (lines != null) {
            say(
                    "c"
                            + channel
                            + " message of "
                            + length
                            + " bytes "
                            + (toServer ? "to server" : "to client"));
        }
    }

    public void fault(String name, long where, long value) {
        mix(FAULT);
        for (int i = 0; i < name.length(); i++) {
            mix(name.charAt(i));
        }
        mix(where ^ Long.rotateLeft(value, 32));
        if (lines != null) {
            say("FAULT " + name + " at " + where + ", value " + value);
        }
    }

    private void mix(long value) {
        long mixed = (hash ^ value ^ Long.rotateLeft(kernel.now(), 21)) * MULTIPLIER;
        hash = mixed ^ (mixed >>> 29);
    }

    private void say(String line) {
        Consumer<String> sink = lines;
        if (sink != null) {
            long picos = kernel.now();
            sink.accept(
                    String.format(
                            Locale.ROOT,
                            "%12d.%03d ns  %s",
                            picos / Kernel.NANOSECOND,
                            picos % Kernel.NANOSECOND,
                            line));
        }
    }
}
