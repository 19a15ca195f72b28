package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.session.Call;
import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.ExtentRequest;
import dev.mangrove.index.wire.Words;

/** A request about extents, see {@link ExtentRequest}. */
final class ExtentCall {
    private final Call call;
    private final long index;
    private int words;

    ExtentCall(Call call, long index) {
        this.call = call;
        this.index = index;
    }

    ExtentCall begin(long operation) {
        words = 0;
        return add(index).add(operation);
    }

    ExtentCall add(long word) {
        Words.put(call.request(), Call.PAYLOAD, words++, word);
        return this;
    }

    /** Whether another word fits. */
    boolean hasRoom() {
        return words < ExtentRequest.MOST_WORDS;
    }

    /** Sends the request and waits for the answer. */
    Call execute() {
        call.execute(BytesKind.EXTENTS, Words.bytes(words));
        return call;
    }

    /** The words of an answer, as pointers. */
    static void pointers(Call answer, PointerList into) {
        int count = (int) (answer.answerBytes() / Long.BYTES);
        for (int i = 0; i < count; i++) {
            into.add(Words.get(answer.answer(), 0, i));
        }
    }
}
