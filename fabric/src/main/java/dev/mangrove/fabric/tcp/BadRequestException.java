package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.FabricException.Kind;

/**
 * A request in a sound frame that the target must not carry out. It is answered with its kind and
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
