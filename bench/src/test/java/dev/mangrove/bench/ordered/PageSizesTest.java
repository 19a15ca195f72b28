package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.posix.HugePageOffer;

import org.junit.jupiter.api.Test;

class PageSizesTest {
    private static final HugePageOffer OFFERED = new HugePageOffer(true, "huge=advise", null);
    private static final HugePageOffer NONE = new HugePageOffer(false, "huge=never", "remount it");

    @Test
    void shouldParseEveryName() {
        for (PageSizes pages : PageSizes.values()) {
            assertThat(PageSizes.of(pages.text(), OFFERED)).isEqualTo(pages);
        }
    }

    @Test
    void shouldNameTheRemedyWhereTheMachineHasNoHugePages() {
        assertThat(PageSizes.of("small", NONE)).isEqualTo(PageSizes.SMALL);
        assertThatThrownBy(() -> PageSizes.of("both", NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("huge=never")
                .hasMessageContaining("remount it");
    }

    @Test
    void shouldNameAllPagesWhenThereAreNoSuch() {
        assertThatThrownBy(() -> PageSizes.of("large", OFFERED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("small, huge, both");
    }
}
