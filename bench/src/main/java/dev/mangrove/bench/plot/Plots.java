package dev.mangrove.bench.plot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.imageio.ImageIO;

/** Writes charts into a folder, each as SVG and as PNG. */
public final class Plots {
    private static final System.Logger LOG = System.getLogger(Plots.class.getName());

    private final Path folder;
    private final List<String> written = new ArrayList<>();

    /** Opens a folder; creates it if it is missing. */
    public Plots(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder, e);
        }
    }

    /** Writes {@code NAME.svg} and {@code NAME.png}; the latter needs fonts on this machine. */
    public void write(String name, Chart chart) {
        write(name, Picture.of(chart));
    }

    /** Writes a picture of several charts as {@code NAME.svg} and {@code NAME.png}. */
    public void write(String name, Picture picture) {
        if (picture.isEmpty()) {
            return;
        }
        written.add(name);
        int height = Painter.height(picture);
        SvgCanvas svg = new SvgCanvas(Painter.WIDTH, height, picture.title());
        new Painter(picture, svg).paint();
        text(name + ".svg", svg.toString());
        System.setProperty("java.awt.headless", "true");
        try {
            ImageCanvas image = new ImageCanvas(Painter.WIDTH, height);
            new Painter(picture, image).paint();
            if (!ImageIO.write(image.image(), "png", folder.resolve(name + ".png").toFile())) {
                throw new IOException("this JDK does not write PNG");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + name + ".png", e);
        } catch (LinkageError | InternalError e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no " + name + ".png, only SVG: this JDK finds no fonts; install fontconfig",
                    e);
        }
    }

    /** Names of the charts that were written. */
    public List<String> written() {
        return List.copyOf(written);
    }

    /** Writes a text beside the pictures. */
    public void text(String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + name, e);
        }
    }
}
