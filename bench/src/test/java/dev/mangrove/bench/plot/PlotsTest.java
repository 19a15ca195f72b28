package dev.mangrove.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

class PlotsTest {
    @TempDir private Path folder;

    private static List<Chart.Point> points(double... values) {
        return java.util.stream.IntStream.range(0, values.length)
                .mapToObj(i -> new Chart.Point(i + 1, values[i]))
                .toList();
    }

    @Test
    void shouldWriteTheSameAsSvgAndPng()
            throws IOException, ParserConfigurationException, SAXException {
        Chart chart =
                Chart.lines("a < b", "clients", "per second")
                        .logX()
                        .logY()
                        .add("ours", points(10, 100, 1_000))
                        .published("paper", points(20, 90));
        new Plots(folder).write("curve", chart);

        var svg =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(folder.resolve("curve.svg").toFile());
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(1);
        // Three marks and one in the legend.
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(4);
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(4);
        BufferedImage png = ImageIO.read(folder.resolve("curve.png").toFile());
        assertThat(png.getWidth()).isEqualTo(2 * Painter.WIDTH);
        assertThat(png.getHeight()).isEqualTo(2 * Painter.height(Picture.of(chart)));
    }

    @Test
    void shouldDrawABarForEachValue() throws Exception {
        Chart chart =
                Chart.bars("bars", "per second", List.of("one", "two", "three"))
                        .logY()
                        .add("ours", List.of(new Chart.Point(0, 5), new Chart.Point(2, 50)))
                        .add("theirs", List.of(new Chart.Point(1, 7)));
        new Plots(folder).write("bars", chart);

        var svg =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(folder.resolve("bars.svg").toFile());
        // Three bars and the background.
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(4);
    }

    @Test
    void shouldTickAMeasuredXAtRoundValues() throws IOException {
        Chart chart =
                Chart.lines("latency", "per second", "microseconds")
                        .measuredX()
                        .add("ours", List.of(new Chart.Point(37.577, 80), new Chart.Point(445, 81)))
                        .published("ours", List.of(new Chart.Point(151.26, 70)));
        new Plots(folder).write("measured", chart);

        assertThat(folder.resolve("measured.svg"))
                .content()
                .contains(">0</text>", ">100</text>", ">500</text>")
                .doesNotContain("37.577", "151.26");
    }

    @Test
    void shouldWriteNothingWhenThereIsNothing() {
        new Plots(folder).write("empty", Chart.rows("nothing", "", List.of()));

        assertThat(folder.resolve("empty.svg")).doesNotExist();
    }

    @Test
    void shouldStartAndEndLogarithmicAxesWithATick() {
        assertThat(Axis.logarithmic(3, 20_000, 0, 100).ticks())
                .containsExactly(3.0, 10.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4, 3e4);
        assertThat(Axis.logarithmic(0.3, 7.3, 0, 100).ticks())
                .containsExactly(0.2, 0.5, 1.0, 2.0, 5.0, 10.0);
        assertThat(Axis.logarithmic(3_000, 4_000, 0, 100).ticks())
                .containsExactly(2_000.0, 5_000.0);
        assertThat(Axis.logarithmic(1e-6, 1e9, 0, 100).ticks()).hasSizeLessThan(10);
    }

    @Test
    void shouldTickTheWholeRangeWhateverItIs() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            double least = Math.pow(10, random.nextDouble(-6, 9));
            double most = least * Math.pow(10, random.nextDouble(0, 8));
            for (Axis axis :
                    List.of(
                            Axis.linear(least, most, 0, 100),
                            Axis.logarithmic(least, most, 0, 100))) {
                assertThat(axis.ticks())
                        .as("seed=%d, least=%s, most=%s", seed, least, most)
                        .hasSizeBetween(2, 10)
                        .isSorted();
                assertThat(axis.at(least)).as("seed=%d", seed).isBetween(-0.001, 100.001);
                assertThat(axis.at(most)).as("seed=%d", seed).isBetween(-0.001, 100.001);
            }
        }
    }

    @Test
    void shouldBreakLinesBetweenWordsAndBehindHyphens() {
        assertThat(TextWidths.wrap("write-intensive, skew 0.99", 70, 11))
                .containsExactly("write-", "intensive,", "skew 0.99");
        assertThat(TextWidths.wrap("write-intensive, skew 0.99", 400, 11))
                .containsExactly("write-intensive, skew 0.99");
    }

    @Test
    void shouldWriteValuesInFewCharacters() {
        assertThat(Axis.linear(0, 10, 0, 100).ticks()).contains(0.0, 10.0);
        assertThat(Axis.text(2_500_000)).isEqualTo("2.5 M");
        assertThat(Axis.text(0.8)).isEqualTo("0.8");
        assertThat(Axis.rounded(123_456)).isEqualTo("123 k");
        assertThat(Axis.rounded(0.29752)).isEqualTo("0.298");
        assertThat(Axis.bytes(8 << 20)).isEqualTo("8 MB");
        assertThat(Axis.bytes(512)).isEqualTo("512 B");
    }

    @Test
    void shouldDrawPanelsSideBySideWithOneLegend() throws Exception {
        Picture picture = new Picture("both", "what to see");
        picture.add(Chart.lines("left", "clients", "per second").add("ours", points(1, 2)));
        picture.add(
                Chart.bars("right", "per second", List.of("one", "two", "three"))
                        .add("ours", points(3, 4))
                        .published("ours", points(5, 6)));
        new Plots(folder).write("panels", picture);

        var svg =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(folder.resolve("panels.svg").toFile());
        // Two marks of the curve and one in the legend; the same for the paper.
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3);
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(3);
        assertThat(svg.getDocumentElement().getTextContent())
                .contains("both", "what to see", "left", "right", "clients", "three");
    }
}
