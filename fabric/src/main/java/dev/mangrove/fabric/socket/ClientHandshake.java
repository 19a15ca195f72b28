package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.function.BooleanSupplier;

/**
 * Connects to a server and proves, and has it prove, that both know the secret. Blocks until done
 * or until a deadline.
 */
public final class ClientHandshake {
    /** Chosen: the client checks ten times a second whether its endpoint was closed meanwhile. */
    private static final long LONGEST_BLOCK_MILLIS = 100;

    private final URI server;
    private final String protocol;
    private final InetSocketAddress address;
    private final @Nullable Secret secret;
    private final Host host;
    private final long deadline;
    private final BooleanSupplier closed;

    /** A handshake with a server at an address; the scheme of its URI names the protocol. */
    public ClientHandshake(
            URI server,
            InetSocketAddress address,
            @Nullable Secret secret,
            Host host,
            long deadline,
            BooleanSupplier closed) {
        this.server = server;
        this.protocol = server.getScheme();
        this.address = address;
        this.secret = secret;
        this.host = host;
        this.deadline = deadline;
        this.closed = closed;
    }

    /** Returns a connected socket whose handshake is complete. */
    public SocketChannel connect() {
        SocketChannel socket = null;
        boolean done = false;
        try (Selector selector = Selector.open()) {
            socket = SocketChannel.open();
            SocketSetup.apply(socket);
            SelectionKey key = socket.register(selector, SelectionKey.OP_CONNECT);
            if (!socket.connect(address)) {
                do {
                    await(selector);
                } while (!socket.finishConnect());
            }
            key.interestOps(SelectionKey.OP_READ);
            greet(socket, selector);
            done = true;
            return socket;
        } catch (ProtocolException e) {
            throw new FabricException(
                    Kind.CORRUPT, server + " does not speak this protocol: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new FabricException(
                    Kind.PEER_LOST, "cannot connect to " + server + ": " + e.getMessage(), e);
        } finally {
            if (!done && socket != null) {
                SocketSetup.closeQuietly(socket);
            }
        }
    }

    private void greet(SocketChannel socket, Selector selector)
            throws IOException, ProtocolException {
        byte[] clientNonce = Handshake.nonce();
        send(
                socket,
                Handshake.greeting(
                        Frame.HELLO, Limits.FORMAT_VERSION, secret != null, clientNonce));

        ByteBuffer challenge = hear(socket, selector, 0, Frame.CHALLENGE, Handshake.HELLO_BYTES);
        int version = challenge.getInt();
        int flags = challenge.getInt();
        byte[] serverNonce = new byte[Handshake.NONCE_BYTES];
        challenge.get(serverNonce);
        if (version != Limits.FORMAT_VERSION || flags != (secret == null ? 0 : 1)) {
            throw refused(
                    "it speaks version "
                            + version
                            + " of the protocol with flags "
                            + flags
                            + ", we speak version "
                            + Limits.FORMAT_VERSION
                            + (secret == null ? " without" : " with")
                            + " a secret");
        }
        send(
                socket,
                Handshake.proof(
                        Frame.PROOF,
                        Handshake.clientProof(protocol, secret, clientNonce, serverNonce)));

        byte[] proof = new byte[Secret.PROOF_BYTES];
        hear(socket, selector, 1, Frame.WELCOME, Secret.PROOF_BYTES).get(proof);
        if (!MessageDigest.isEqual(
                proof, Handshake.serverProof(protocol, secret, clientNonce, serverNonce))) {
            throw refused("it does not know the secret");
        }
    }

    private void send(SocketChannel socket, ByteBuffer frame) throws IOException {
        socket.write(frame);
        if (frame.hasRemaining()) {
            throw new IOException("socket full during the handshake");
        }
    }

    private ByteBuffer hear(
            SocketChannel socket, Selector selector, int sequence, int type, int length)
            throws IOException, ProtocolException {
        HandshakeFrame frame =
                new HandshakeFrame(sequence, Handshake.LARGEST_FRAME - Frame.HEADER_BYTES);
        while (!frame.read(socket)) {
            await(selector);
        }
        if (frame.type() == Frame.REFUSAL && frame.length() >= Handshake.REFUSAL_HEAD_BYTES) {
            ByteBuffer refusal = frame.payload();
            Kind kind = ErrorCode.kind(refusal.getLong());
            String text = Handshake.text(refusal, frame.length() - Handshake.REFUSAL_HEAD_BYTES);
            throw new FabricException(kind, server + " refused the connection: " + text);
        }
        return frame.payload(type, length);
    }

    private FabricException refused(String text) {
        return new FabricException(Kind.REFUSED, "refused to use " + server + ": " + text);
    }

    private void await(Selector selector) throws IOException {
        if (closed.getAsBoolean()) {
            throw new FabricException(Kind.CLOSED, "endpoint is closed");
        }
        long left = deadline - host.nanoTime();
        if (left <= 0) {
            throw new FabricException(Kind.TIMEOUT, "no answer to the handshake from " + server);
        }
        selector.select(key -> {}, Math.clamp(left / 1_000_000, 1, LONGEST_BLOCK_MILLIS));
    }
}
