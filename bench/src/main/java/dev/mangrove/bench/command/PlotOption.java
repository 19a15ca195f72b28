package dev.mangrove.bench.command;

import dev.mangrove.bench.plot.Plots;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.function.Consumer;

/** The option {@code --plot DIR}. */
public final class PlotOption {
    @Option(
            names = "--plot",
            paramLabel = "DIR",
            description = "Write pictures (SVG, PNG) into this folder.")
    private @Nullable Path folder;

    /** Calls the drawing if the option is given. */
    public void draw(Consumer<Plots> drawing) {
        if (folder != null) {
            drawing.accept(new Plots(folder));
        }
    }
}
