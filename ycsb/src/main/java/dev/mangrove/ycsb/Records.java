package dev.mangrove.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A record of YCSB as one byte string: its fields one after the other, to the end of the string.
 *
 * <pre>
 *  length of the name (1 to 5 bytes) | name in UTF-8 | length of the value (1 to 5 bytes) | value
 * </pre>
 *
 * A length has 7 bits per byte, the lowest first; the highest bit says that another byte follows.
 * Fields keep their order when some of them are replaced, and new ones come at the end.
 */
final class Records {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private Records() {}

    /** The fields of YCSB as arrays, in their order; its iterators can be read only once. */
    static Map<String, byte[]> fields(Map<String, ByteIterator> values) {
        Map<String, byte[]> fields = LinkedHashMap.newLinkedHashMap(values.size());
        values.forEach((name, value) -> fields.put(name, value.toArray()));
        return fields;
    }

    /** The byte string of a record. */
    static byte[] encode(Map<String, byte[]> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        fields.forEach(
                (name, value) -> {
                    writeString(out, name.getBytes(UTF_8));
                    writeString(out, value);
                });
        return out.toByteArray();
    }

    /**
     * The fields of a record, in their order.
     *
     * @throws IllegalArgumentException if the byte string is no record
     */
    static Map<String, byte[]> decode(byte[] record) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        Reader reader = new Reader(record);
        while (reader.hasNext()) { // Each turn reads at least two lengths of the string.
            String name = new String(reader.next(), UTF_8);
            fields.put(name, reader.next());
        }
        return fields;
    }

    /** The byte string of a record of which some fields are replaced or added. */
    static byte[] with(byte[] record, Map<String, byte[]> changes) {
        Map<String, byte[]> fields = decode(record);
        fields.putAll(changes); // Keeps the position of a field that is there.
        return encode(fields);
    }

    /** Adds the requested fields of a record to a result; null requests all fields. */
    static void addTo(
            Map<String, ByteIterator> result, @Nullable Set<String> requested, byte[] record) {
        decode(record)
                .forEach(
                        (name, value) -> {
                            if (requested == null || requested.contains(name)) {
                                result.put(name, new ByteArrayByteIterator(value));
                            }
                        });
    }

    private static void writeString(ByteArrayOutputStream out, byte[] string) {
        int rest = string.length;
        while (rest >= MORE) { // Ends: the rest shrinks by 7 bits in each turn.
            out.write(rest | MORE);
            rest >>>= BITS;
        }
        out.write(rest);
        out.writeBytes(string);
    }

    /** Reads the strings of a record, and checks that each ends within the record. */
    private static final class Reader {
        private final byte[] record;
        private int position;

        Reader(byte[] record) {
            this.record = record;
        }

        boolean hasNext() {
            return position < record.length;
        }

        byte[] next() {
            int length = length();
            if (length < 0 || length > record.length - position) {
                throw noRecord();
            }
            byte[] string = new byte[length];
            System.arraycopy(record, position, string, 0, length);
            position += length;
            return string;
        }

        private int length() {
            int length = 0;
            for (int shift = 0; shift < Integer.SIZE && hasNext(); shift += BITS) {
                int digit = record[position++];
                length |= (digit & (MORE - 1)) << shift;
                if ((digit & MORE) == 0) {
                    return length;
                }
            }
            throw noRecord();
        }

        private IllegalArgumentException noRecord() {
            return new IllegalArgumentException(
                    "the value is no record of YCSB: a string of it ends beyond its "
                            + record.length
                            + " bytes; name another index by mangrove.index");
        }
    }
}
