package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Handshake;
import dev.mangrove.fabric.socket.Limits;

import org.jspecify.annotations.Nullable;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A peer that sends arbitrary bytes over a socket. */
public final class RawPeer implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int SMALL_BUFFER = 16 << 10;
    private static final int SPACE = 4 << 20;

    private final Socket socket;
    private final DataInputStream in;
    private int sequence;

    public RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Connects and sends nothing. */
    public static RawPeer connect(URI target) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.connect(new InetSocketAddress(target.getHost(), target.getPort()));
        return new RawPeer(socket);
    }

    /** Connects and completes the handshake. */
    static RawPeer admitted(URI target, @Nullable Secret secret) throws IOException {
        RawPeer peer = connect(target);
        byte[] nonce = Handshake.nonce();
        byte[] challenge = peer.hello(Limits.FORMAT_VERSION, secret != null, nonce);
        peer.proof(Handshake.clientProof(TcpLocation.SCHEME, secret, nonce, challenge));
        assertThat(peer.hear().type).isEqualTo(Frame.WELCOME);
        return peer;
    }

    /** Sends HELLO and returns the server's nonce. */
    public byte[] hello(int version, boolean secret, byte[] nonce) throws IOException {
        sayHello(version, secret, nonce);
        Heard challenge = hear();
        assertThat(challenge.type).isEqualTo(Frame.CHALLENGE);
        byte[] serverNonce = new byte[Handshake.NONCE_BYTES];
        challenge.payload.position(8).get(serverNonce);
        return serverNonce;
    }

    public void sayHello(int version, boolean secret, byte[] nonce) throws IOException {
        send(Handshake.greeting(Frame.HELLO, version, secret, nonce));
        sequence = 1;
    }

    public void proof(byte[] proof) throws IOException {
        send(Handshake.proof(Frame.PROOF, proof));
        sequence = 2;
    }

    /** A buffer to write into. */
    public static ByteBuffer bytes() {
        return ByteBuffer.allocate(SPACE).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A request without data. */
    static ByteBuffer request(Verb verb, int length, long address, long... operands) {
        ByteBuffer out = bytes().putLong(WireRequest.head(verb, length)).putLong(address);
        for (long operand : operands) {
            out.putLong(operand);
        }
        return out.flip();
    }

    void attach(RegionHandle region) throws IOException {
        send(Frame.ATTACH, bytes().putLong(region.id()).putLong(region.key()).flip());
        assertThat(hear().type).isEqualTo(Frame.ATTACHED);
    }

    /** Sends a frame with the next sequence number. */
    public void send(int type, ByteBuffer payload) throws IOException {
        send(type, payload.remaining(), sequence++, 0, payload);
    }

    /** Sends a frame with any header. */
    public void send(int type, int length, int itsSequence, int credit, ByteBuffer payload)
            throws IOException {
        ByteBuffer out = bytes();
        Frame.put(out, type, length, itsSequence, credit);
        send(out.put(payload).flip());
    }

    /** Sends any bytes. */
    public void send(ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        socket.getOutputStream().write(copy);
    }

    /** Ends the stream in this direction. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Waits for a frame. */
    public Heard hear() throws IOException {
        byte[] header = in.readNBytes(Frame.HEADER_BYTES);
        if (header.length < Frame.HEADER_BYTES) {
            throw new EOFException();
        }
        ByteBuffer head = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        int length = head.getInt(4);
        byte[] payload = in.readNBytes(Frame.padded(length));
        return new Heard(
                head.get(2), ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).limit(length));
    }

    /** Waits for the end of the stream; any byte before it is a failure. */
    public void expectEnd() throws IOException {
        try {
            assertThat(in.read()).as("anything but the end").isEqualTo(-1);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** Discards all bytes until the end of the stream. */
    void drain() throws IOException {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** Whether the stream has not ended within a short wait. */
    public boolean isOpen() throws IOException {
        socket.setSoTimeout(1);
        try {
            return in.read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (SocketException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** A received frame. */
    public record Heard(int type, ByteBuffer payload) {
        long word(int index) {
            return payload.getLong(8 * index);
        }

        public String text(int from) {
            byte[] text = new byte[payload.limit() - from];
            payload.get(from, text);
            return new String(text, StandardCharsets.UTF_8);
        }
    }
}
