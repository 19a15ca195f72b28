package dev.mangrove.fabric.socket;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * Bytes that were read from a socket and not consumed yet. Sockets of one thread share the buffer
 * they read into; what a socket's turn leaves unconsumed, usually nothing, is kept per socket.
 *
 * <p>A byte's position in the buffer equals its position in the stream modulo 8, so that aligned
 * words of the stream are aligned in memory.
 */
public final class Input {
    /** Chosen: a frame's header and a small body; larger ones are allocated to size. */
    private static final int SMALLEST = 64;

    private int phase;
    private @Nullable ByteBuffer kept;

    /** The buffer that sockets of one thread read into. */
    public static final class Shared {
        public final ByteBuffer bytes =
                ByteBuffer.allocateDirect(Limits.INPUT_BUFFER).order(ByteOrder.LITTLE_ENDIAN);
        public final MemorySegment memory = MemorySegment.ofBuffer(bytes);
    }

    /**
     * Puts what was kept and what the socket has into the shared buffer, ready to be taken.
     *
     * @return number of new bytes, -1 at the end of the stream
     */
    public int fill(SocketChannel socket, ByteBuffer shared) throws IOException {
        shared.clear().position(phase);
        if (kept != null && kept.position() > 0) {
            shared.put(kept.flip());
            kept.clear();
        }
        int read = shared.hasRemaining() ? socket.read(shared) : 0;
        shared.limit(shared.position()).position(phase);
        return read;
    }

    /** Keeps what is left in the shared buffer. */
    public void keep(ByteBuffer shared) {
        phase = shared.position() & 7;
        int left = shared.remaining();
        if (left == 0) {
            return;
        }
        ByteBuffer place = kept;
        if (place == null || place.capacity() < left) {
            place = ByteBuffer.allocate(Math.max(SMALLEST, left));
            kept = place;
        }
        place.clear().put(shared);
    }

    /** Whether something was kept. */
    public boolean hasKept() {
        return kept != null && kept.position() > 0;
    }
}
