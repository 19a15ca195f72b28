package dev.mangrove.index.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.mangrove.fabric.Address;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

final class ExtentTest {
    private static final long ADDRESS = (7L << 48) | (12_345L << 6);

    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void shouldHaveSizesThatWasteLittle() {
        for (int bytes = 1; bytes <= Extent.bytes(Extent.LONGEST); bytes += 1 + bytes / 100) {
            int size = ExtentPointer.sizeFor(bytes);
            int given = ExtentPointer.bytes(size);
            assertThat(given).as("bytes %d", bytes).isGreaterThanOrEqualTo(bytes);
            assertThat(given).isLessThanOrEqualTo(bytes + bytes / 4 + BytesLine.BYTES);
            assertThat(given % BytesLine.BYTES).isZero();
            if (size > 0) {
                assertThat(ExtentPointer.bytes(size - 1)).isLessThan(bytes);
            }
        }
        assertThat(ExtentPointer.sizeFor(Extent.bytes(Extent.LONGEST)))
                .isEqualTo(ExtentPointer.SIZES - 1);
    }

    @Test
    void shouldKeepWhatAPointerIsMadeOf() {
        for (int size = 0; size < ExtentPointer.SIZES; size++) {
            int generation = random.nextInt(ExtentPointer.GENERATIONS);
            long pointer = ExtentPointer.of(ADDRESS, generation, size);
            assertThat(ExtentPointer.offset(pointer)).isEqualTo(Address.offset(ADDRESS));
            assertThat(ExtentPointer.generation(pointer)).isEqualTo(generation);
            assertThat(ExtentPointer.size(pointer)).isEqualTo(size);
        }
    }

    /** HotSpot inlines no method longer than this, its default of {@code FreqInlineSize}. */
    @Test
    void shouldWriteInMethodThatIsNeverInlined() throws IOException {
        try (InputStream file = Extent.class.getResourceAsStream("Extent.class")) {
            ClassModel model = ClassFile.of().parse(requireNonNull(file).readAllBytes());
            assertThat(model.methods())
                    .filteredOn(method -> method.methodName().equalsString("write"))
                    .map(method -> method.findAttribute(Attributes.code()).orElseThrow())
                    .map(CodeAttribute::codeLength)
                    .anyMatch(length -> length > 325);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 63, 64, 65, 100, 1_000, 1 << 20})
    void shouldReadWhatWasWritten(int length) {
        long pointer = pointer(length, 5);
        MemorySegment memory = written(pointer, length);
        assertThat(Extent.length(memory, 0, pointer)).isEqualTo(length);
    }

    @Test
    void shouldDetectEachChangedWordAndEachOtherUse() {
        int length = 100;
        long pointer = pointer(length, 5);
        MemorySegment memory = written(pointer, length);
        for (int offset = 0; offset < Extent.bytes(length); offset += Long.BYTES) {
            long word = memory.get(ValueLayout.JAVA_LONG, offset);
            memory.set(ValueLayout.JAVA_LONG, offset, word ^ 1L << random.nextInt(Long.SIZE));
            assertThat(Extent.length(memory, 0, pointer))
                    .as("at %d", offset)
                    .isEqualTo(Extent.OTHER);
            memory.set(ValueLayout.JAVA_LONG, offset, word);
        }
        assertThat(Extent.length(memory, 0, pointer)).isEqualTo(length);
        assertThat(Extent.length(memory, 0, pointer(length, 6))).isEqualTo(Extent.OTHER);
        long elsewhere = ExtentPointer.of(ADDRESS + 64, 5, ExtentPointer.size(pointer));
        assertThat(Extent.length(memory, 0, elsewhere)).isEqualTo(Extent.OTHER);
    }

    private static long pointer(int length, int generation) {
        return ExtentPointer.of(ADDRESS, generation, ExtentPointer.sizeFor(Extent.bytes(length)));
    }

    private MemorySegment written(long pointer, int length) {
        int bytes = ExtentPointer.bytes(ExtentPointer.size(pointer));
        MemorySegment memory = Arena.ofAuto().allocate(bytes, BytesLine.BYTES);
        memory.fill((byte) -1);
        byte[] content = new byte[length];
        random.nextBytes(content);
        Extent.write(memory, 0, pointer, content);
        assertThat(memory.asSlice(Extent.CONTENT, length).toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(content);
        return memory;
    }
}
