package dev.mangrove.fabric.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One frame of a handshake as it arrives; reads no byte past the frame. */
final class HandshakeFrame {
    private final ByteBuffer bytes = Handshake.buffer().limit(Frame.HEADER_BYTES);
    private final int sequence;
    private final int largest;
    private int type;
    private int length;

    HandshakeFrame(int sequence, int largest) {
        this.sequence = sequence;
        this.largest = largest;
    }

    /** Reads more bytes; returns whether the frame is complete. */
    boolean read(SocketChannel socket) throws IOException, ProtocolException {
        if (type == 0) {
            readSome(socket);
            if (bytes.hasRemaining()) {
                return false;
            }
            bytes.flip();
            type = Frame.checkedType(bytes, sequence);
            length = Frame.checkedLength(bytes, type, 0, largest);
            bytes.limit(Frame.paddedSize(length)).position(Frame.HEADER_BYTES);
        }
        readSome(socket);
        if (bytes.hasRemaining()) {
            return false;
        }
        bytes.flip().position(Frame.HEADER_BYTES);
        return true;
    }

    private void readSome(SocketChannel socket) throws IOException {
        if (bytes.hasRemaining() && socket.read(bytes) < 0) {
            throw new IOException("ended during the handshake");
        }
    }

    int type() {
        return type;
    }

    int length() {
        return length;
    }

    /** The payload; take it from the position. */
    ByteBuffer payload() {
        return bytes;
    }

    /** The payload, which must be of the given type and length. */
    ByteBuffer payload(int expectedType, int expectedLength) throws ProtocolException {
        if (type != expectedType || length != expectedLength) {
            throw new ProtocolException(
                    "frame has no place in a handshake: type=" + type + ", length=" + length);
        }
        return bytes;
    }
}
