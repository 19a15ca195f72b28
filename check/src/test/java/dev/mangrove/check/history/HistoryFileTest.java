package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

class HistoryFileTest {
    @Test
    void shouldReadBackTheOperationsThatItWrote() throws IOException {
        History history =
                AtomicRegisters.generate(
                        3, new AtomicRegisters.Shape(5, 500, 4, 3, 0.1, Shapes.ALL));
        history.failed(history.invokePut(1, 2, 3, 1_000_000), 1_000_001);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistoryFile.write(history, new DataOutputStream(bytes));
        History copy = HistoryFile.read(input(bytes));
        assertThat(copy.size()).isEqualTo(history.size());
        for (int op = 0; op < copy.size(); op++) {
            assertThat(copy.describe(op)).isEqualTo(history.describe(op));
            assertThat(copy.key(op)).isEqualTo(history.key(op));
        }
    }

    @Test
    void shouldReadBackTheRangesThatItWrote() throws IOException {
        RangeHistory ranges = new RangeHistory(0, 0);
        ranges.entry(1, 10);
        ranges.entry(2, 20);
        ranges.ascending(5, 0, 9, 2, 100, 110);
        ranges.descending(6, 3, 4, RangeHistory.NO_LIMIT, 120, 130);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistoryFile.write(ranges, new DataOutputStream(bytes));
        RangeHistory copy = HistoryFile.readRanges(input(bytes));
        assertThat(copy.size()).isEqualTo(2);
        assertThat(copy.describe(0)).isEqualTo(ranges.describe(0));
        assertThat(copy.describe(1)).isEqualTo(ranges.describe(1));
        assertThat(copy.key(0, 1)).isEqualTo(2);
        assertThat(copy.value(0, 1)).isEqualTo(20);
    }

    @Test
    void shouldRejectBytesOfAnotherKind() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistoryFile.write(new RangeHistory(0, 0), new DataOutputStream(bytes));
        assertThatThrownBy(() -> HistoryFile.read(input(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("magic=4d475231, expected=4d474831");
    }

    private static DataInputStream input(ByteArrayOutputStream bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }
}
