package dev.mangrove.index.catalogue;

import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Specification from which an index is created.
 *
 * @param name 1 to 64 letters, digits, dots, dashes or underscores, starting with a letter or digit
 * @param kind its family
 * @param design which member of the family, e.g. {@code sherman}
 * @param pageSize bytes of a page: a multiple of 64 from 512 to 8192
 * @param options what else the design wants to know
 */
public record IndexSpec(
        String name,
        IndexKind kind,
        String design,
        int pageSize,
        SortedMap<String, String> options) {
    /** Default page size. */
    public static final int DEFAULT_PAGE_SIZE = 1024;

    private static final String SERVERS = "servers";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern DESIGN = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    /** Chosen: a header and seven lines; smaller pages cost a READ for a few entries. */
    private static final int SMALLEST_PAGE = 512;

    /** Most bytes of a page. Chosen: room for the largest fan-out of a spatial index. */
    public static final int LARGEST_PAGE = 8192;

    private static final int LINE = 64;

    /** Chosen: options of some bytes each, and many specifications in a message. */
    private static final int MOST_OPTIONS_BYTES = 2048;

    /** Two lengths in front of name and value. */
    private static final int LEAST_OPTION_BYTES = 4;

    /** Checks all values. */
    public IndexSpec {
        checkName(name);
        if (!DESIGN.matcher(design).matches()) {
            throw new IllegalArgumentException("no name for a design: design=" + quoted(design));
        }
        if (pageSize < SMALLEST_PAGE || pageSize > LARGEST_PAGE || pageSize % LINE != 0) {
            throw new IllegalArgumentException(
                    "page size is a multiple of 64 from 512 to 8192: pageSize=" + pageSize);
        }
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
        int bytes = options.entrySet().stream().mapToInt(IndexSpec::length).sum();
        if (bytes > MOST_OPTIONS_BYTES) {
            throw new IllegalArgumentException(
                    "options too long: bytes=" + bytes + ", at most " + MOST_OPTIONS_BYTES);
        }
    }

    /** An index without options, in pages of the usual size. */
    public static IndexSpec of(String name, IndexKind kind, String design) {
        return new IndexSpec(name, kind, design, DEFAULT_PAGE_SIZE, new TreeMap<>());
    }

    /** With another page size. */
    public IndexSpec withPageSize(int bytes) {
        return new IndexSpec(name, kind, design, bytes, options);
    }

    /** With one option more. */
    public IndexSpec withOption(String key, String value) {
        SortedMap<String, String> more = new TreeMap<>(options);
        more.put(key, value);
        return new IndexSpec(name, kind, design, pageSize, more);
    }

    /** On these servers of the pool. */
    public IndexSpec withServers(List<Integer> numbers) {
        return withOption(
                SERVERS, numbers.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    /**
     * The servers that it is to be on; none if it does not say.
     *
     * @throws IllegalArgumentException if they are no numbers
     */
    public List<Integer> servers() {
        String numbers = options.get(SERVERS);
        return numbers == null
                ? List.of()
                : Arrays.stream(numbers.split(",", -1)).map(Integer::valueOf).toList();
    }

    /** Checks a name. */
    public static void checkName(String name) {
        Objects.requireNonNull(name, "name");
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "an index name is 1 to 64 of A-Z a-z 0-9 . - _ and starts with a letter or"
                            + " digit: name="
                            + quoted(name));
        }
    }

    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putText(name).putInt(kind.code()).putText(design).putInt(pageSize);
        out.putInt(options.size());
        options.forEach((key, value) -> out.putText(key).putText(value));
    }

    /**
     * Takes one from a message.
     *
     * @throws IllegalArgumentException if a value is outside of what is allowed
     */
    public static IndexSpec read(WireReader in) {
        String name = in.getText();
        IndexKind kind = IndexKind.of(in.getInt());
        String design = in.getText();
        int pageSize = in.getInt();
        SortedMap<String, String> options = new TreeMap<>();
        for (int left = in.getCount(LEAST_OPTION_BYTES); left > 0; left--) {
            options.put(in.getText(), in.getText());
        }
        return new IndexSpec(name, kind, design, pageSize, options);
    }

    private static int length(Map.Entry<String, String> option) {
        return option.getKey().getBytes(StandardCharsets.UTF_8).length
                + option.getValue().getBytes(StandardCharsets.UTF_8).length;
    }

    /** For messages: hostile text is neither long nor full of control characters. */
    private static String quoted(String text) {
        String head = text.length() > LINE ? text.substring(0, LINE) + "…" : text;
        return '"' + head.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
