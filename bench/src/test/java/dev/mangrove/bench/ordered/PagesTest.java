package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.posix.HugePageOffer;

import org.junit.jupiter.api.Test;

class PagesTest {
    private static final HugePageOffer OFFERED = new HugePageOffer(true, "huge=advise", null);
    private static final HugePageOffer NONE = new HugePageOffer(false, "huge=never", "remount it");

    @Test
    void shouldParseEveryName() {
        for (Pages pages : Pages.values()) {
            assertThat(Pages.of(pages.text(), OFFERED)).isEqualTo(pages);
        }
    }

    @Test
    void shouldNameTheRemedyWhereTheMachineHasNoHugePages() {
        assertThat(Pages.of("small", NONE)).isEqualTo(Pages.SMALL);
        assertThatThrownBy(() -> Pages.of("both", NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("huge=never")
                .hasMessageContaining("remount it");
    }

    @Test
    void shouldNameAllPagesWhenThereAreNoSuch() {
        assertThatThrownBy(() -> Pages.of("large", OFFERED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("small, huge, both");
    }
}
