package dev.mangrove.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

class JsonTest {
    @Test
    void shouldKeepTheOrderOfAMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", List.of(true, "x"));
        map.put("n", null);

        assertThat(Json.write(map)).isEqualTo("{\"z\":1,\"a\":[true,\"x\"],\"n\":null}");
    }

    @Test
    void shouldWriteNumbersThatJsonKnows() {
        assertThat(
                        Json.write(
                                Arrays.asList(
                                        1L, 2.0, 2.5f, 1e300, Double.NaN, Float.POSITIVE_INFINITY)))
                .isEqualTo("[1,2,2.5,1.0E300,null,null]");
    }

    @Test
    void shouldWriteArraysOfNumbers() {
        assertThat(Json.write(List.of(new long[] {1, 2}, new double[] {0.5})))
                .isEqualTo("[[1,2],[0.5]]");
    }

    @Test
    void shouldEscapeWhatWouldBreakALineOrAText() {
        assertThat(Json.write("a\"b\\c\nd\te\u0001\u2028µ"))
                .isEqualTo("\"a\\\"b\\\\c\\nd\\te\\u0001\\u2028µ\"");
    }

    @Test
    void shouldWriteTheNameOfAnEnum() {
        assertThat(Json.write(TimeUnit.SECONDS)).isEqualTo("\"SECONDS\"");
    }

    @Test
    void shouldRejectOtherTypes() {
        assertThatThrownBy(() -> Json.write(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object");
    }
}
