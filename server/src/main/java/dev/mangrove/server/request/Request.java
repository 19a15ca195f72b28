package dev.mangrove.server.request;

import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.WireReader;

import java.lang.foreign.MemorySegment;

/** A request to be answered, in memory that its sender cannot reach. */
public final class Request {
    /** Where the payload starts in {@link #memory}. */
    public static final int PAYLOAD = Header.BYTES;

    private final Peer peer;
    private final MemorySegment memory;
    private int length;

    Request(Peer peer, MemorySegment memory) {
        this.peer = peer;
        this.memory = memory;
    }

    /** The message. */
    public MemorySegment memory() {
        return memory;
    }

    /** Bytes of payload. */
    public int length() {
        return length - PAYLOAD;
    }

    /** Checks that the payload has at least {@code bytes} bytes. */
    public void require(int bytes) {
        if (length() < bytes) {
            throw new MalformedException(
                    "payload too short: bytes=" + length() + ", needed=" + bytes);
        }
    }

    /** A reader of the payload. */
    public WireReader reader() {
        return new WireReader(memory, PAYLOAD, length());
    }

    public Peer peer() {
        return peer;
    }

    public void length(int bytes) {
        length = bytes;
    }

    /** Kind of the message. */
    public int kind() {
        return Header.kind(memory, 0);
    }

    long id() {
        return Header.request(memory, 0);
    }
}
