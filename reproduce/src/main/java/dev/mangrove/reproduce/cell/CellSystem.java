package dev.mangrove.reproduce.cell;

import dev.mangrove.AccessMode;

/** Systems in the figures of the Cell paper: where searches are executed; and our policy. */
enum CellSystem {
    SERVER("server", AccessMode.SERVER),
    CLIENT("client", AccessMode.CLIENT),
    CELL("Cell", AccessMode.QUEUE),
    AUTO("auto", AccessMode.AUTO);

    private final String text;
    private final AccessMode mode;

    CellSystem(String text, AccessMode mode) {
        this.text = text;
        this.mode = mode;
    }

    /** The name in tables and pictures. */
    String text() {
        return text;
    }

    AccessMode mode() {
        return mode;
    }
}
