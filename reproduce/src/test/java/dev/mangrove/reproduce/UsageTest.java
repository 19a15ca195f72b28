package dev.mangrove.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

final class UsageTest {
    @Test
    void shouldNameTheResourceWithTheHighestShare() {
        Usage usage =
                new Usage(
                        Map.of(
                                Resource.LINK, 0.4,
                                Resource.CLIENT_CORES, 0.85,
                                Resource.LOCK, 0.2));

        assertThat(usage.bound()).isEqualTo(Resource.CLIENT_CORES);
        assertThat(usage.text()).isEqualTo("client cores 0.85");
        assertThat(usage.share(Resource.CARD)).isZero();
        assertThat(usage.isNetworkFull()).isFalse();
    }

    @Test
    void shouldTakeTheNetworkForFullFromNineTenthsOn() {
        assertThat(new Usage(Map.of(Resource.BUS, 0.9)).isNetworkFull()).isTrue();
        assertThat(new Usage(Map.of(Resource.CARD, 0.89)).isNetworkFull()).isFalse();
        assertThat(new Usage(Map.of(Resource.SERVER_CORES, 1.0)).isNetworkFull()).isFalse();
        assertThat(Usage.NONE.isNetworkFull()).isFalse();
    }
}
