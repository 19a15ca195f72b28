package dev.mangrove.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

class RecordsTest {
    private static Map<String, byte[]> stockRecord() {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 9; i >= 0; i--) {
            byte[] value = new byte[100];
            Arrays.fill(value, (byte) i);
            fields.put("field" + i, value);
        }
        return fields;
    }

    @Test
    void shouldKeepFieldsAndTheirOrder() {
        Map<String, byte[]> fields = stockRecord();
        byte[] record = Records.encode(fields);

        assertThat(record).hasSize(10 * (1 + 6 + 1 + 100));
        assertThat(Records.decode(record)).containsExactlyEntriesOf(fields);
        byte[] changed = Records.with(record, Map.of("field3", "x".getBytes(UTF_8)));
        fields.put("field3", "x".getBytes(UTF_8));
        assertThat(Records.decode(changed)).containsExactlyEntriesOf(fields);
    }

    @Test
    void shouldKeepValuesOfAllLengths() {
        for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 1 << 20}) {
            Map<String, byte[]> fields = new LinkedHashMap<>();
            fields.put("", new byte[length]);
            fields.put("né", new byte[1]);
            assertThat(Records.decode(Records.encode(fields))).containsExactlyEntriesOf(fields);
        }
    }

    @Test
    void shouldRefuseWhatIsNoRecord() {
        byte[] record = Records.encode(Map.of("field0", new byte[200]));
        for (int length = 1; length < record.length; length++) {
            byte[] cut = Arrays.copyOf(record, length);
            assertThatThrownBy(() -> Records.decode(cut))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        byte[] negative = {-1, -1, -1, -1, -1, 0};
        assertThatThrownBy(() -> Records.decode(negative))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
