package dev.mangrove.index.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.catalogue.IndexSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Set;

class OrderedOptionsTest {
    @ParameterizedTest
    @ValueSource(ints = {-64, 0, 17, 448, 1000, 4160})
    void shouldRefuseAPageSizeThatIsNone(int bytes) {
        assertThatThrownBy(() -> OrderedOptions.DEFAULT.withPageSize(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a page is a multiple of 64 bytes from 512 to 4096: pageSize=" + bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 10})
    void shouldRefuseALevelThatHasNoRootsOfMeganodes(int level) {
        assertThatThrownBy(() -> OrderedOptions.of(Design.CELL).withMeganodeLevel(level))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "roots of meganodes are at a level from 1 to 9: meganodeLevel=" + level);
    }

    @Test
    void shouldKeepTheLevelOfMeganodesWhenOtherOptionsChange() {
        OrderedOptions options =
                OrderedOptions.of(Design.CELL)
                        .withMeganodeLevel(4)
                        .withFanout(8)
                        .withPageSize(512)
                        .withHeadInterval(0)
                        .withPartitioning(null)
                        .withTechniques(Set.of());

        assertThat(options.meganodeLevel()).isEqualTo(4);
    }

    @Test
    void shouldUseTheDefaultDesignWhereNoneIsNamed() {
        assertThat(OrderedOptions.DEFAULT).isEqualTo(OrderedOptions.of(Design.DEFAULT));
    }

    @Test
    void shouldNameTheNameThatIsNull() {
        assertThatThrownBy(() -> IndexSpec.checkName(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("name");
    }
}
