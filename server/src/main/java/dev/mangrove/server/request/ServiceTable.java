package dev.mangrove.server.request;

import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.TreeKind;

import org.jspecify.annotations.Nullable;

import java.util.function.UnaryOperator;

/** Which service answers which kind of request. */
public final class ServiceTable {
    private final @Nullable Service[] byKind = new Service[MessageKind.LAST + 1];

    public ServiceTable() {}

    /** Registers the service of a kind; further services use kinds past {@link TreeKind#LAST}. */
    public ServiceTable register(int kind, Service service) {
        if (kind < 1 || kind > MessageKind.LAST || byKind[kind] != null) {
            throw new IllegalArgumentException("no free kind of message: kind=" + kind);
        }
        byKind[kind] = service;
        return this;
    }

    /** Puts a service around the one of a kind; the laboratory refuses requests by that. */
    public ServiceTable wrap(int kind, UnaryOperator<Service> around) {
        Service known = byKind[kind];
        if (known == null) {
            throw new IllegalArgumentException("no service of this kind: kind=" + kind);
        }
        byKind[kind] = around.apply(known);
        return this;
    }

    @Nullable Service find(int kind) {
        return kind <= MessageKind.LAST ? byKind[kind] : null;
    }
}
