package dev.mangrove.sim.hardware;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The parameters of a cluster, each with its source. A profile is a text of lines
 *
 * <pre>
 *  # comment
 *  extends base
 *  nic.in_read_ns = 961  # Cell, table 1, one server: fitted
 * </pre>
 *
 * Keys that a profile does not set have the value of the profile it extends. {@code base} sets all
 * keys there are and says what they mean, so that a misspelt key is an error.
 */
public final class Profile {
    private static final String BASE = "base";
    private static final String SUFFIX = ".profile";
    private static final List<String> NAMES =
            List.of(
                    BASE,
                    "cell-nome",
                    "nam-fdr",
                    "nam-model",
                    "catfish-edr",
                    "catfish-40gbe",
                    "catfish-1gbe",
                    "sherman-cx5",
                    "drdma-cx5");

    private final String name;
    private final SequencedMap<String, Setting> settings;

    private Profile(String name, SequencedMap<String, Setting> settings) {
        this.name = name;
        this.settings = settings;
    }

    private record Setting(double value, String source) {}

    /** Profiles that come with the simulator. */
    public static List<String> names() {
        return NAMES;
    }

    /** A profile that comes with the simulator, or else a file of that name. */
    public static Profile named(String name) {
        if (NAMES.contains(name)) {
            return parse(name, resource(name));
        }
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "no such profile: "
                            + name
                            + "; there are "
                            + String.join(", ", NAMES)
                            + ", or name a file");
        }
        try {
            return parse(name, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read profile " + name, e);
        }
    }

    /** A profile from its text. */
    public static Profile parse(String name, String text) {
        TreeMap<String, Setting> settings = new TreeMap<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            parseLine(name + ":" + number, line, settings, name.equals(BASE));
        }
        if (!name.equals(BASE)) {
            named(BASE).settings.forEach(settings::putIfAbsent);
        }
        return new Profile(name, settings);
    }

    private static void parseLine(
            String where, String line, Map<String, Setting> settings, boolean isBase) {
        int hash = line.indexOf('#');
        String source = hash < 0 ? "" : line.substring(hash + 1).strip();
        String rest = (hash < 0 ? line : line.substring(0, hash)).strip();
        if (rest.isEmpty()) {
            return;
        }
        if (rest.startsWith("extends ")) {
            settings.putAll(named(rest.substring("extends ".length()).strip()).settings);
            return;
        }
        int equals = rest.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException(
                    where + ": neither 'extends NAME' nor 'key = number': " + rest);
        }
        String key = rest.substring(0, equals).strip();
        if (!isBase && !named(BASE).settings.containsKey(key)) {
            throw new IllegalArgumentException(where + ": no such key: " + key);
        }
        settings.put(key, new Setting(number(where, rest.substring(equals + 1).strip()), source));
    }

    private static double number(String where, String text) {
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(where + ": not a number: " + text, e);
        }
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(where + ": not a number from 0 on: " + text);
        }
        return value;
    }

    private static String resource(String name) {
        try (InputStream in = Profile.class.getResourceAsStream(name + SUFFIX)) {
            if (in == null) {
                throw new IllegalStateException("missing from this build: " + name + SUFFIX);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read profile " + name, e);
        }
    }

    /** The same with another value for one key. */
    public Profile with(String key, double value) {
        setting(key);
        TreeMap<String, Setting> changed = new TreeMap<>(settings);
        changed.put(key, new Setting(value, "given"));
        return new Profile(name, changed);
    }

    /** Name or file name. */
    public String name() {
        return name;
    }

    /** All keys, in order. */
    public Iterable<String> keys() {
        return settings.keySet();
    }

    /** A value as it is written. */
    public double value(String key) {
        return setting(key).value();
    }

    /** Where a value comes from. */
    public String source(String key) {
        return setting(key).source();
    }

    /** A whole number. */
    public int count(String key) {
        return Math.toIntExact(Math.round(value(key)));
    }

    /** Whether a switch is on. */
    public boolean isOn(String key) {
        return value(key) != 0;
    }

    /** A time written in nanoseconds, in picoseconds. */
    public long picos(String key) {
        return Math.round(value(key) * Kernel.NANOSECOND);
    }

    /** Time that one KiB takes at a rate written in Gb/s, in picoseconds. */
    long picosPerKibibyte(String key) {
        return Math.round(8.0 * 1024 * 1_000 / value(key));
    }

    private Setting setting(String key) {
        @Nullable Setting setting = settings.get(key);
        if (setting == null) {
            throw new IllegalArgumentException("no such key: " + key);
        }
        return setting;
    }
}
