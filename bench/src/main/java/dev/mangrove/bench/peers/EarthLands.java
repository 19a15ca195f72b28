package dev.mangrove.bench.peers;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Real segments: the coast lines of the npm package {@code @geo-maps/earth-lands-1m}, which come
 * from OpenStreetMap. They are fetched by npm, as the user has set it up, once; then they are in
 * the user's cache, four borders of each segment in the unit square.
 */
final class EarthLands {
    private static final String PACKAGE = "@geo-maps/earth-lands-1m";
    private static final String FILE = "package/map.geo.json";
    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_BYTES = 12;
    private static final int OCTAL = 8;
    private static final long FETCH_MINUTES = 5;

    private EarthLands() {}

    /** The file of segments; fetched if it is not there. */
    static Path file() throws IOException {
        Path cached = cache().resolve("earth-lands-1m.segments");
        if (!Files.exists(cached)) {
            Files.createDirectories(cached.getParent());
            Path folder = Files.createTempDirectory("mangrove-segments-");
            Path part = cached.resolveSibling(cached.getFileName() + ".part");
            convert(fetch(folder), part);
            Files.move(part, cached, StandardCopyOption.REPLACE_EXISTING);
            remove(folder);
        }
        return cached;
    }

    private static Path cache() {
        String set = System.getenv("XDG_CACHE_HOME");
        return set == null || set.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache", "mangrove")
                : Path.of(set, "mangrove");
    }

    private static Path fetch(Path folder) throws IOException {
        Process npm =
                new ProcessBuilder("npm", "pack", PACKAGE, "--silent")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            if (!npm.waitFor(FETCH_MINUTES, TimeUnit.MINUTES)) {
                npm.destroyForcibly();
            }
        } catch (InterruptedException e) {
            npm.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".tgz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("npm does not fetch " + PACKAGE));
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** Reads the map out of the package. */
    static void convert(Path archive, Path target) throws IOException {
        try (InputStream in =
                        new BufferedInputStream(
                                new GZIPInputStream(Files.newInputStream(archive), 1 << 16));
                DataOutputStream out =
                        new DataOutputStream(
                                new BufferedOutputStream(Files.newOutputStream(target)))) {
            byte[] header = new byte[BLOCK];
            while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
                long size = Long.parseLong(text(header, SIZE_AT, SIZE_BYTES), OCTAL);
                if (text(header, 0, NAME_BYTES).equals(FILE)) {
                    new Segments(out).read(in, size);
                    return;
                }
                in.skipNBytes(Math.ceilDiv(size, BLOCK) * BLOCK);
            }
            throw new IOException("there is no " + FILE + " in " + archive.getFileName());
        }
    }

    private static String text(byte[] bytes, int from, int length) {
        String field = new String(bytes, from, length, StandardCharsets.US_ASCII);
        int end = field.indexOf('\0');
        return (end < 0 ? field : field.substring(0, end)).strip();
    }

    /**
     * Looks at the brackets of GeoJSON alone: pairs of numbers that follow each other in a list.
     */
    private static final class Segments {
        private final DataOutputStream out;
        private final StringBuilder number = new StringBuilder();
        private final double[] pair = new double[2];
        private int numbers;
        private boolean started;
        private double lastX;
        private double lastY;

        Segments(DataOutputStream out) {
            this.out = out;
        }

        void read(InputStream in, long size) throws IOException {
            for (long i = 0; i < size; i++) {
                int c = in.read();
                if ((c >= '0' && c <= '9') || c == '-' || c == '.' || c == 'e' || c == 'E') {
                    number.append((char) c);
                } else {
                    endNumber();
                    if (c == '[') {
                        numbers = 0;
                    } else if (c == ']') {
                        endList();
                    }
                }
            }
        }

        private void endNumber() {
            if (!number.isEmpty() && Character.isDigit(number.charAt(number.length() - 1))) {
                if (numbers < 2) {
                    pair[numbers] = Double.parseDouble(number.toString());
                }
                numbers++;
            }
            number.setLength(0);
        }

        /** A pair is a point; any other list that ends is a line that ends. */
        private void endList() throws IOException {
            if (numbers != 2) {
                started = false;
                return;
            }
            double x = (pair[0] + 180) / 360;
            double y = (pair[1] + 90) / 180;
            if (started) {
                out.writeDouble(Math.min(x, lastX));
                out.writeDouble(Math.min(y, lastY));
                out.writeDouble(Math.max(x, lastX));
                out.writeDouble(Math.max(y, lastY));
            }
            lastX = x;
            lastY = y;
            started = true;
            numbers = 0;
        }
    }
}
