package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FanoutTest {
    @ParameterizedTest
    @CsvSource({"BASIC,140", "RSTAR,140", "HILBERT,133"})
    void shouldFitAPageWhenAFanoutIsAccepted(SpatialDesign design, int largest) {
        for (int fanout = 4; fanout <= largest; fanout++) {
            SpatialOptions options = SpatialOptions.of(design).withFanout(fanout);
            int bytes = SpatialIndexes.pageSize(options);

            assertThat(
                            IndexSpec.of("a", IndexKind.SPATIAL, design.text())
                                    .withPageSize(bytes)
                                    .pageSize())
                    .isEqualTo(bytes);
        }
        assertThatThrownBy(() -> SpatialOptions.of(design).withFanout(largest + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a page of a %s tree has 4 to %s entries: fanout=%s",
                        design.text(), largest, largest + 1);
    }
}
