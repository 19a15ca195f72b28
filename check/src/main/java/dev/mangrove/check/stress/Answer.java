package dev.mangrove.check.stress;

/** How an operation in a journal was answered. The code is part of the format. */
enum Answer {
    /** No answer: the client died or lost its connection. */
    NONE(0),
    /** The condition held; a put found the key absent. */
    YES(1),
    /** The condition did not hold; a put found the key present. */
    NO(2),
    /** A get has found a value. */
    VALUE(3),
    /** A get has found nothing. */
    ABSENT(4),
    /** A range has ended. */
    ENTRIES(5);

    private final long code;

    Answer(long code) {
        this.code = code;
    }

    long code() {
        return code;
    }

    static Answer of(long code) {
        for (Answer answer : values()) {
            if (answer.code == code) {
                return answer;
            }
        }
        throw new IllegalStateException("the journal is damaged: answer=" + code);
    }
}
