package dev.mangrove.check.stress;

/** Kinds of operation in a journal. The code is part of the format; 0 is none. */
enum JournalKind {
    GET(1),
    PUT(2),
    PUT_IF_ABSENT(3),
    REPLACE(4),
    DELETE(5),
    RANGE(6),
    DELETE_IF_EQUAL(7);

    private final long code;

    JournalKind(long code) {
        this.code = code;
    }

    long code() {
        return code;
    }

    static JournalKind of(long code) {
        for (JournalKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalStateException("the journal is damaged: kind=" + code);
    }
}
