package dev.mangrove.server.request;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.ForeignPageException;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Status;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Finds the service of a request, and turns its result or exception into an answer. */
public final class Dispatcher {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

    private static final String NO_HEAP = "the server's heap is too small for this request";

    private final ServiceTable services;

    public Dispatcher(ServiceTable services) {
        this.services = services;
    }

    /**
     * Serves one request.
     *
     * @throws FabricException if the answer cannot be sent
     */
    public void serve(Request request, Reply reply) {
        reply.begin(request.kind(), request.id());
        try {
            find(request).handle(request, reply);
            if (!reply.isAnswered()) {
                throw new IllegalStateException(
                        "the service of this kind has sent no answer: kind=" + request.kind());
            }
        } catch (RuntimeException e) {
            if (e instanceof FabricException && reply.isAnswered()) {
                throw e;
            }
            fail(reply, statusOf(e, request.kind()), e);
        } catch (OutOfMemoryError e) {
            LOG.log(Level.ERROR, "no heap for a request: kind=" + request.kind(), e);
            fail(reply, Status.OUT_OF_MEMORY, NO_HEAP);
        } catch (AssertionError | StackOverflowError e) {
            fail(reply, internal(e, request.kind()), e);
        }
    }

    /**
     * The status that tells a client of a failure. Logs a failure of the server itself.
     *
     * @param kind of the request
     */
    public static Status statusOf(RuntimeException failure, int kind) {
        return switch (failure) {
            case RefusedException refused -> refused.status();
            case MalformedException _ -> Status.MALFORMED;
            case IllegalArgumentException _ -> Status.INVALID;
            case ForeignPageException _ -> Status.DAMAGED;
            case FabricException e when e.kind() == FabricException.Kind.CORRUPT -> Status.DAMAGED;
            default -> internal(failure, kind);
        };
    }

    private Service find(Request request) {
        byte version = Header.version(request.memory(), 0);
        if (version != Header.VERSION) {
            throw new RefusedException(
                    Status.UNSUPPORTED,
                    "message format " + version + "; this server speaks " + Header.VERSION);
        }
        if (request.id() == Header.UNASKED) {
            throw new MalformedException("the id of a request must not be 0");
        }
        Service service = services.find(request.kind());
        if (service == null) {
            throw new RefusedException(
                    Status.UNSUPPORTED, "no such request: kind=" + request.kind());
        }
        if (request.peer().role() == null && request.kind() != MessageKind.HELLO) {
            throw new RefusedException(
                    Status.DENIED,
                    "the first request of a connection must be HELLO: kind=" + request.kind());
        }
        return service;
    }

    private static Status internal(Throwable e, int kind) {
        LOG.log(Level.ERROR, "a request failed: kind=" + kind, e);
        return Status.INTERNAL;
    }

    private static void fail(Reply reply, Status status, Throwable e) {
        fail(reply, status, String.valueOf(e.getMessage()));
    }

    private static void fail(Reply reply, Status status, String message) {
        if (!reply.isAnswered()) {
            reply.fail(status, message);
        }
    }
}
