package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Secret;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/**
 * How both sides prove that they know the secret, without showing it.
 *
 * <pre>
 * client                                                                                   server
 *   HELLO      version (4), has a secret (4), client's nonce (32)                            -->
 *   <--        CHALLENGE  version (4), demands a secret (4), server's nonce (32)
 *   PROOF      HMAC(secret; "mangrove tcp client", version, client's nonce, server's nonce)  -->
 *   <--        WELCOME    HMAC(secret; "mangrove tcp server", version, client's nonce, server's nonce)
 *   <--        or, at any step, REFUSAL: kind (8), text
 * </pre>
 *
 * A replayed proof fails because the server's nonce is new each time, a reflected one because a
 * proof names the role of its side. Other providers that use this handshake put their own URI
 * scheme in the place of {@code tcp}. Without a secret the proofs are zeroes; a server allows that
 * on loopback addresses only.
 */
public final class Handshake {
    /**
     * Longest time from the connection to the proof; also the time a client has to read an error.
     * The property raises it on machines that are too slow for it, such as emulated ones.
     */
    static final long TIME_LIMIT_NANOS =
            Long.getLong("mangrove.handshake.millis", 2_000) * 1_000_000;

    public static final int NONCE_BYTES = 32;
    static final int HELLO_BYTES = 8 + NONCE_BYTES;
    static final int REFUSAL_HEAD_BYTES = 8;

    /** Bytes of the largest frame of a handshake. */
    static final int LARGEST_FRAME =
            Frame.paddedSize(Math.max(HELLO_BYTES, REFUSAL_HEAD_BYTES + Limits.LARGEST_ERROR_TEXT));

    /** Frames that each side sends. */
    public static final int FRAMES = 2;

    private static final String CLIENT = "client";
    private static final String SERVER = "server";
    private static final byte[] VERSION = {(byte) Limits.FORMAT_VERSION};
    private static final SecureRandom RANDOM = new SecureRandom();

    private Handshake() {}

    /** Random bytes that are used once. */
    public static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    public static byte[] clientProof(
            String protocol, @Nullable Secret secret, byte[] clientNonce, byte[] serverNonce) {
        return proof(protocol, CLIENT, secret, clientNonce, serverNonce);
    }

    static byte[] serverProof(
            String protocol, @Nullable Secret secret, byte[] clientNonce, byte[] serverNonce) {
        return proof(protocol, SERVER, secret, clientNonce, serverNonce);
    }

    private static byte[] proof(
            String protocol,
            String role,
            @Nullable Secret secret,
            byte[] clientNonce,
            byte[] serverNonce) {
        byte[] purpose = ("mangrove " + protocol + " " + role).getBytes(StandardCharsets.US_ASCII);
        return secret == null
                ? new byte[Secret.PROOF_BYTES]
                : secret.prove(purpose, VERSION, clientNonce, serverNonce);
    }

    /** A buffer for one frame of a handshake. */
    static ByteBuffer buffer() {
        return ByteBuffer.allocate(LARGEST_FRAME).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** HELLO or CHALLENGE. */
    public static ByteBuffer greeting(int type, int version, boolean secret, byte[] nonce) {
        ByteBuffer out = buffer();
        Frame.put(out, type, HELLO_BYTES, 0, 0);
        return out.putInt(version).putInt(secret ? 1 : 0).put(nonce).flip();
    }

    /** PROOF or WELCOME. */
    public static ByteBuffer proof(int type, byte[] proof) {
        ByteBuffer out = buffer();
        Frame.put(out, type, proof.length, 1, 0);
        return out.put(proof).flip();
    }

    /** REFUSAL. */
    static ByteBuffer refusal(int sequence, Kind kind, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, Limits.LARGEST_ERROR_TEXT);
        ByteBuffer out = buffer();
        Frame.put(out, Frame.REFUSAL, REFUSAL_HEAD_BYTES + length, sequence, 0);
        out.putLong(ErrorCode.of(kind)).put(bytes, 0, length);
        return out.position(Frame.paddedSize(REFUSAL_HEAD_BYTES + length)).flip();
    }

    /** Text of an error or refusal that begins at the position. */
    public static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
