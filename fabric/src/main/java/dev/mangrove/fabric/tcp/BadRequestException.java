package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.FabricException.Kind;

/**
 * A well-formed request that the target must not execute. The server answers with its kind and
 * text.
 */
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    BadRequestException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
