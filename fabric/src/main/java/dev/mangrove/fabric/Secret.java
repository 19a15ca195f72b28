package dev.mangrove.fabric;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret shared by the members of a pool and its clients. It is proved by HMAC-SHA-256 and never
 * sent or printed.
 */
public final class Secret {
    /** Bytes of a proof. */
    public static final int PROOF_BYTES = 32;

    /** Environment variable that {@link #fromEnvironment} reads. */
    public static final String VARIABLE = "MANGROVE_SECRET";

    private static final String ALGORITHM = "HmacSHA256";

    /** Chosen: refuses typing errors; whether a secret can be guessed is up to its author. */
    private static final int SHORTEST = 8;

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        if (bytes.length < SHORTEST) {
            throw new IllegalArgumentException(
                    "secret too short: bytes=" + bytes.length + ", at least " + SHORTEST);
        }
        this.bytes = bytes;
    }

    /** A secret from text. */
    public static Secret of(String text) {
        return new Secret(text.strip().getBytes(StandardCharsets.UTF_8));
    }

    /** A secret from a file; white space at both ends does not count. */
    public static Secret fromFile(Path file) throws IOException {
        return of(Files.readString(file));
    }

    /** The secret in {@value #VARIABLE}, or an error that says how to give one. */
    public static Secret fromEnvironment() {
        String text = System.getenv(VARIABLE);
        if (text == null || text.isBlank()) {
            throw new FabricException(
                    FabricException.Kind.REFUSED,
                    "no secret: set " + VARIABLE + " or give a file that holds it");
        }
        return of(text);
    }

    /** Proof that this side knows the secret, bound to all the given parts. */
    public byte[] prove(byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            for (byte[] part : parts) {
                mac.update((byte) part.length);
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + ALGORITHM, e);
        }
    }

    /** Whether a proof is right; takes the same time wherever it differs. */
    public boolean accepts(byte[] proof, byte[]... parts) {
        return MessageDigest.isEqual(proof, prove(parts));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes, secret.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Secret[hidden]";
    }
}
