package dev.mangrove.ycsb;

import org.jspecify.annotations.Nullable;

import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * YCSB's keys and records as 64-bit numbers. A key is the number at the end of its text: {@code
 * user6284781860667377211} is 6284781860667377211, so keys are in the order of their numbers. A
 * record has one field of eight bytes, {@code field0}, the most significant first.
 */
final class Records {
    static final String FIELD = "field0";

    private Records() {}

    /** The number of a key; empty if its text ends in no number, or in one beyond 63 bits. */
    static OptionalLong key(String text) {
        int start = text.length();
        while (start > 0 && Character.isDigit(text.charAt(start - 1))) {
            start--;
        }
        try {
            return OptionalLong.of(Long.parseLong(text.substring(start)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** The value of a record; empty unless the record has one field of eight bytes. */
    static OptionalLong value(Map<String, ByteIterator> record) {
        ByteIterator field = record.get(FIELD);
        if (record.size() != 1 || field == null || field.bytesLeft() != Long.BYTES) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(ByteBuffer.wrap(field.toArray()).getLong());
    }

    /** Adds a value to a record if its field is requested; null requests all fields. */
    static void fill(Map<String, ByteIterator> record, @Nullable Set<String> fields, long value) {
        if (fields == null || fields.contains(FIELD)) {
            byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
            record.put(FIELD, new ByteArrayByteIterator(bytes));
        }
    }
}
