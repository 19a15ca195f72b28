package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Secret;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;

/**
 * A connection whose client has not proved the secret yet. It costs a small buffer, and its time is
 * limited.
 */
public final class ServerHandshake implements KeyHandler {
    private static final System.Logger LOG = System.getLogger(ServerHandshake.class.getName());

    /** Takes over authenticated connections. */
    public interface Entrance {
        /** A client has proved the secret; on the I/O thread. */
        void admit(SelectionKey key, String peer, IoLoop loop);
    }

    private final String protocol;
    private final IoLoop loop;
    private final SelectionKey key;
    private final SocketChannel socket;
    private final String peer;
    private final @Nullable Secret secret;
    private final Entrance entrance;
    private final byte[] serverNonce = Handshake.nonce();
    private final byte[] clientNonce = new byte[Handshake.NONCE_BYTES];
    private HandshakeFrame frame = new HandshakeFrame(0, Handshake.HELLO_BYTES);
    private boolean greeted;

    ServerHandshake(
            String protocol,
            IoLoop loop,
            SelectionKey key,
            String peer,
            @Nullable Secret secret,
            Entrance entrance) {
        this.protocol = protocol;
        this.loop = loop;
        this.key = key;
        this.socket = (SocketChannel) key.channel();
        this.peer = peer;
        this.secret = secret;
        this.entrance = entrance;
    }

    @Override
    public void ready() {
        try {
            if (!frame.read(socket)) {
                return;
            }
            if (!greeted) {
                hello();
            } else {
                proof();
            }
        } catch (ProtocolException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} broke the protocol: {1}",
                    peer,
                    e.getMessage());
            loop.close(key);
        } catch (IOException e) {
            loop.close(key);
        }
    }

    private void hello() throws ProtocolException, IOException {
        ByteBuffer in = frame.payload(Frame.HELLO, Handshake.HELLO_BYTES);
        int version = in.getInt();
        int flags = in.getInt();
        in.get(clientNonce);
        if (version != Limits.FORMAT_VERSION) {
            refuse(
                    0,
                    "server speaks version "
                            + Limits.FORMAT_VERSION
                            + " of the protocol, client "
                            + version);
        } else if (flags == 0 && secret != null) {
            refuse(0, "server demands a secret and the client has none");
        } else if (flags == 1 && secret == null) {
            refuse(0, "client has a secret and the server knows none");
        } else if (flags != (secret == null ? 0 : 1)) {
            throw new ProtocolException("no such flags: 0x" + Integer.toHexString(flags));
        } else {
            send(
                    Handshake.greeting(
                            Frame.CHALLENGE, Limits.FORMAT_VERSION, secret != null, serverNonce));
            frame = new HandshakeFrame(1, Secret.PROOF_BYTES);
            greeted = true;
        }
    }

    private void proof() throws ProtocolException, IOException {
        byte[] proof = new byte[Secret.PROOF_BYTES];
        frame.payload(Frame.PROOF, Secret.PROOF_BYTES).get(proof);
        if (!MessageDigest.isEqual(
                proof, Handshake.clientProof(protocol, secret, clientNonce, serverNonce))) {
            refuse(1, "client does not know the secret");
            return;
        }
        send(
                Handshake.proof(
                        Frame.WELCOME,
                        Handshake.serverProof(protocol, secret, clientNonce, serverNonce)));
        entrance.admit(key, peer, loop);
    }

    private void refuse(int sequence, String text) throws IOException {
        LOG.log(System.Logger.Level.WARNING, "{0} refused: {1}", peer, text);
        send(Handshake.refusal(sequence, Kind.REFUSED, text));
        loop.closeAfterFlush(key, null);
    }

    /**
     * Writes a frame at once: frames of a handshake fit the buffer of a socket, so a full one means
     * a misbehaving client.
     */
    private void send(ByteBuffer frameBytes) throws IOException {
        socket.write(frameBytes);
        if (frameBytes.hasRemaining()) {
            throw new IOException("socket full during the handshake");
        }
    }

    @Override
    public void expire() {
        LOG.log(System.Logger.Level.DEBUG, "{0} did not finish the handshake in time", peer);
        loop.close(key);
    }

    @Override
    public void endWith(String reason) {
        loop.close(key);
    }
}
