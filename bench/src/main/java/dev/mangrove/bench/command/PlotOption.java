package dev.mangrove.bench.command;

import dev.mangrove.bench.plot.Plots;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Where pictures go. */
public final class PlotOption {
    @Option(
            names = "--plot",
            paramLabel = "DIR",
            description = "Write pictures (SVG, PNG) into this folder.")
    private @Nullable Path folder;

    /** Draws, if somebody wants pictures. */
    public void draw(Consumer<Plots> drawing) {
        if (folder != null) {
            drawing.accept(new Plots(folder));
        }
    }
}
