package dev.mangrove.index.session;

import dev.mangrove.AccessRefusedException;
import dev.mangrove.DamagedIndexException;
import dev.mangrove.IndexExistsException;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.LimitReachedException;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.OutcomeUnknownException;
import dev.mangrove.ServerFaultException;
import dev.mangrove.ServerLostException;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.wire.MalformedException;

import org.jspecify.annotations.Nullable;

import java.util.function.BooleanSupplier;

/**
 * Translates exceptions at the border of the public API: failures of fabrics and servers become a
 * {@link MangroveException} with the original as cause; exceptions for mistakes of the caller stay
 * as they are.
 */
public final class Failures {
    private final @Nullable String index;
    private final BooleanSupplier closed;

    private Failures(@Nullable String index, BooleanSupplier closed) {
        this.index = index;
        this.closed = closed;
    }

    /** For calls of a client that belong to no view. */
    public static Failures ofClient(BooleanSupplier closed) {
        return new Failures(null, closed);
    }

    /** For operations of a view of an index. */
    public static Failures ofView(String index, Session session) {
        return new Failures(index, session::isClosed);
    }

    /** The exception to throw after a failed read, or a change that had not begun. */
    public RuntimeException translate(RuntimeException failure) {
        if (closed.getAsBoolean() && isOfClosing(failure)) {
            return new IllegalStateException(
                    "the client or the view was closed while it was in use", failure);
        }
        return switch (failure) {
            case FabricException e -> ofFabric(e);
            case RequestRefusedException e -> ofServer(e);
            case MalformedException e -> new ServerFaultException(text(e), e);
            default -> failure;
        };
    }

    /**
     * The exception to throw after a change was interrupted.
     *
     * @param change the operation, for the message
     */
    public RuntimeException translate(RuntimeException failure, String change) {
        RuntimeException translated = translate(failure);
        boolean mayHaveHappened =
                translated instanceof ServerLostException
                        || translated instanceof ServerTimeoutException
                        || translated instanceof AccessRefusedException
                        || translated instanceof ServerFaultException;
        if (!mayHaveHappened || !(translated instanceof MangroveException reason)) {
            return translated;
        }
        return new OutcomeUnknownException(
                change + " may or may not have happened, read to find out: " + reason.getMessage(),
                reason);
    }

    /** Memory that is unmapped while a thread works in it shows as an IllegalStateException. */
    private static boolean isOfClosing(RuntimeException failure) {
        return failure instanceof IllegalStateException
                || (failure instanceof FabricException e
                        && e.kind() == FabricException.Kind.CLOSED);
    }

    private static MangroveException ofFabric(FabricException e) {
        String text = text(e);
        return switch (e.kind()) {
            case PEER_LOST, CLOSED, BAD_KEY -> new ServerLostException(text, e);
            case TIMEOUT -> new ServerTimeoutException(text, e);
            case REFUSED -> new AccessRefusedException(text, e);
            case CORRUPT -> new DamagedIndexException(text, e);
            case OUT_OF_MEMORY -> new MemoryExhaustedException(text, e);
            case TOO_LARGE -> new LimitReachedException(text, e);
            case OUT_OF_BOUNDS, MISALIGNED, UNSUPPORTED -> new ServerFaultException(text, e);
        };
    }

    private RuntimeException ofServer(RequestRefusedException e) {
        String text = text(e);
        return switch (e.status()) {
            case NOT_FOUND -> new IndexNotFoundException(ofMissing(text), e);
            case EXISTS -> new IndexExistsException(text + "; open it or drop it", e);
            case OUT_OF_MEMORY ->
                    new MemoryExhaustedException(
                            text + "; drop an index, or give servers more memory", e);
            case LIMIT -> new LimitReachedException(text, e);
            case DENIED -> new AccessRefusedException(text, e);
            case INVALID -> new IllegalArgumentException(text, e);
            case DAMAGED -> new DamagedIndexException(text, e);
            case OK, MALFORMED, UNSUPPORTED, INTERNAL -> new ServerFaultException(text, e);
        };
    }

    /**
     * Adds the index's name: a server that has forgotten a dropped index knows at most its number.
     */
    private String ofMissing(String text) {
        return index == null
                ? text
                : "index " + index + " has been dropped; create it again, or close this view";
    }

    private static String text(RuntimeException e) {
        return String.valueOf(e.getMessage());
    }
}
