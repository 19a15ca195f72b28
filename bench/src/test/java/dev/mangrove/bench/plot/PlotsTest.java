package dev.mangrove.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
        // Three marks and the one in the legend.
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(4);
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(3);
        BufferedImage png = ImageIO.read(folder.resolve("curve.png").toFile());
        assertThat(png.getWidth()).isEqualTo(2 * Painter.WIDTH);
        assertThat(png.getHeight()).isEqualTo(2 * Painter.height(chart));
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
        // With the background.
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(4);
    }

    @Test
    void shouldWriteNothingWhenThereIsNothing() {
        new Plots(folder).write("empty", Chart.rows("nothing", "", List.of()));

        assertThat(folder.resolve("empty.svg")).doesNotExist();
    }

    @Test
    void shouldTickDecadesOfLogarithmicAxes() {
        assertThat(Axis.logarithmic(3, 20_000, 0, 100).ticks())
                .containsExactly(10.0, 100.0, 1e3, 1e4);
        assertThat(Axis.logarithmic(3_000, 5_000, 0, 100).ticks())
                .containsExactly(3_000.0, 4_000.0, 5_000.0);
        assertThat(Axis.linear(0, 10, 0, 100).ticks()).contains(0.0, 10.0);
        assertThat(Axis.text(2_500_000)).isEqualTo("2.5 M");
        assertThat(Axis.text(0.8)).isEqualTo("0.8");
    }
}
