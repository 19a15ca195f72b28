package dev.mangrove.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import picocli.CommandLine.TypeConversionException;

import java.time.Duration;
import java.util.List;

class SizesTest {
    @Test
    void shouldReadSizesAsPeopleWriteThem() {
        Sizes.Bytes bytes = new Sizes.Bytes();
        assertThat(bytes.convert("100")).isEqualTo(100);
        assertThat(bytes.convert("1k")).isEqualTo(1024);
        assertThat(bytes.convert("512M")).isEqualTo(512L << 20);
        assertThat(bytes.convert("1.5g")).isEqualTo(3L << 29);
        assertThat(bytes.convert("2GiB")).isEqualTo(2L << 30);
        assertThat(bytes.convert("1tb")).isEqualTo(1L << 40);
        for (String wrong : List.of("", "g", "-1g", "1x", "1gg", "1 g 2", "bk")) {
            assertThatThrownBy(() -> bytes.convert(wrong))
                    .as(wrong)
                    .isInstanceOf(TypeConversionException.class);
        }
    }

    @Test
    void shouldReadTimesAsPeopleWriteThem() {
        Sizes.Time time = new Sizes.Time();
        assertThat(time.convert("10ms")).isEqualTo(Duration.ofMillis(10));
        assertThat(time.convert("0.5s")).isEqualTo(Duration.ofMillis(500));
        assertThat(time.convert("250us")).isEqualTo(Duration.ofNanos(250_000));
        for (String wrong : List.of("", "10", "ms", "10h", "-1s")) {
            assertThatThrownBy(() -> time.convert(wrong))
                    .as(wrong)
                    .isInstanceOf(TypeConversionException.class);
        }
    }

    @Test
    void shouldWriteSizesAsPeopleReadThem() {
        assertThat(Sizes.text(0)).isEqualTo("0 B");
        assertThat(Sizes.text(1536)).isEqualTo("1.5 KiB");
        assertThat(Sizes.text(1L << 30)).isEqualTo("1 GiB");
    }
}
