package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.verbs.control.ControlMessage;
import dev.mangrove.fabric.verbs.device.Ibv;

/**
 * A request that failed at the server, while the cause is unknown. A dying server may deregister
 * its memory before its connections end, so the client asks the server whether the region still
 * exists.
 */
final class FailureInquiry {
    private final Verb verb;
    private final long address;
    private final int length;
    private final String text;
    private boolean asked;

    /**
     * A request and what the device says of it.
     *
     * @param text description of the completion's status
     */
    FailureInquiry(Verb verb, long address, int length, String text) {
        this.verb = verb;
        this.address = address;
        this.length = length;
        this.text = text;
    }

    /** Whether the server's device reported a status. */
    static boolean isRemote(int status) {
        return status == Ibv.STATUS_REMOTE_ACCESS
                || status == Ibv.STATUS_REMOTE_INVALID_REQUEST
                || status == Ibv.STATUS_REMOTE_OPERATION;
    }

    Verb verb() {
        return verb;
    }

    long address() {
        return address;
    }

    int length() {
        return length;
    }

    /** Whether the server has been asked. */
    boolean isAsked() {
        return asked;
    }

    /** What to ask the server. */
    ControlMessage question(RegionHandle region) {
        asked = true;
        return ControlMessage.attach(region.id(), region.key());
    }

    /** The kind of error, from the server's answer. */
    Kind kindBy(ControlMessage answer) {
        return isThere(answer) ? Kind.OUT_OF_BOUNDS : Kind.BAD_KEY;
    }

    /** The error's text, from the server's answer. */
    String textBy(ControlMessage answer) {
        return isThere(answer)
                ? text
                : text + ": the server has no region " + Address.region(address);
    }

    private static boolean isThere(ControlMessage answer) {
        return answer.type() == ControlMessage.ATTACHED && answer.word(1) != 0;
    }
}
