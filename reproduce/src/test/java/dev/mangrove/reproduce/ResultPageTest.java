package dev.mangrove.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.bench.plot.Plots;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ResultPageTest {
    @TempDir private Path folder;

    @Test
    void shouldShowNumbersStatementsAndPictures() throws IOException {
        Reproduction result =
                new Reproduction("sherman-fig6")
                        .row("near, M/s", 10, 11)
                        .row("far, M/s", 10, 20)
                        .claim("it is so", 1.05, Bound.SAME)
                        .claim("it is not", 1.2, Bound.SAME, "12 and 10")
                        .note("smaller");
        result.figures()
                .drawing("", "title", "see this")
                .curves("one", "clients", "M/s")
                .ours("fine", 1, 2)
                .paper("fine", 1, 3);
        ResultPage results = new ResultPage();
        results.add(result, new Plots(folder));
        results.write(new Plots(folder));

        String page = Files.readString(folder.resolve("reproductions.md"));
        assertThat(page)
                .contains("## sherman-fig6")
                .contains("| near, M/s | 10.00 | 11.00 | 1.10 |  |")
                .contains("| far, M/s | 10.00 | 20.00 | 2.00 | **off** |")
                .contains("- holds: it is so: 1.050 (asked: 0.90 to 1.10)")
                .contains("- **fails**: it is not: 1.200 (asked: 0.90 to 1.10); 12 and 10")
                .contains("Note: smaller.")
                .contains("![sherman-fig6](sherman-fig6.svg)");
        assertThat(folder.resolve("sherman-fig6.svg")).exists();
    }
}
