package dev.mangrove.index.bytes.spread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The head of an extent with an expiry tells whether its words belong together. */
final class ExpiringContentTest {
    private static final long POINTER = 0x0100_2000_0083_4F00L;
    private static final long LATER = 0x0100_4000_0083_4F00L;
    private static final int EXPIRY = 24;

    private final MemorySegment memory = Arena.ofAuto().allocate(256, 64);
    private final long[] expiries = new long[1];

    @Test
    void shouldFindExpiryAndValueThatWereStored() {
        byte[] value = {1, 2, 3};
        byte[] content = write(POINTER, 77, value);
        assertThat(ExpiringContent.expiry(content)).isEqualTo(77);
        assertThat(ExpiringContent.value(content)).isEqualTo(value);
        assertThat(ExpiringContent.read(memory, 0, POINTER, expiries, 0)).isTrue();
        assertThat(expiries[0]).isEqualTo(77);
        assertThat(SpreadExtent.content(memory, 0, POINTER)).isEqualTo(content);
    }

    @Test
    void shouldNotTakeALaterUseForTheExtent() {
        byte[] _ = write(LATER, 77, new byte[8]);
        assertThat(ExpiringContent.read(memory, 0, POINTER, expiries, 0)).isFalse();
    }

    @Test
    void shouldNotTakePartsOfTwoUsesForOne() {
        byte[] _ = write(LATER, 99, new byte[8]);
        memory.set(ValueLayout.JAVA_LONG, 0, POINTER); // As if it was stored last.
        assertThat(ExpiringContent.read(memory, 0, POINTER, expiries, 0)).isFalse();
        byte[] _ = write(POINTER, 77, new byte[8]);
        memory.set(ValueLayout.JAVA_LONG, EXPIRY, 99);
        assertThat(ExpiringContent.read(memory, 0, POINTER, expiries, 0)).isFalse();
    }

    private byte[] write(long pointer, long expiry, byte[] value) {
        byte[] content = ExpiringContent.of(pointer, expiry, value);
        SpreadExtent.write(memory, 0, pointer, content, 0, content.length);
        return content;
    }
}
