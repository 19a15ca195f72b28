package dev.mangrove.check.mutants;

import dev.mangrove.cli.report.Json;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Outcomes of trials, one per line as JSON, so that a run that was stopped can continue: {@code
 * name}, the {@code digest} of what was tried and the {@code answer}. A line is appended as soon as
 * its outcome is known. Of several lines of one trial the last one holds; lines that are none of
 * these, such as one whose writer died, are passed over.
 */
final class OutcomeFile {
    private static final Pattern LINE =
            Pattern.compile(
                    "\\{\"name\":\"((?:[^\"\\\\]|\\\\.)*)\",\"digest\":\"([0-9a-f]+)\""
                            + ",\"answer\":\"((?:[^\"\\\\]|\\\\.)*)\"}");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-f]{4})|.)");
    private static final int HEXADECIMAL = 16;

    private final @Nullable Path file;
    private final Map<List<String>, String> answers = new HashMap<>();

    /**
     * Reads a file, which need not exist.
     *
     * @param file null to keep nothing
     */
    OutcomeFile(@Nullable Path file) {
        this.file = file;
        if (file != null) {
            read(file);
        }
    }

    private void read(Path from) {
        try {
            if (Files.exists(from)) {
                Files.readAllLines(from).forEach(this::take);
            } else {
                Files.createFile(from);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read outcomes from " + from, e);
        }
    }

    private void take(String line) {
        Matcher fields = LINE.matcher(line);
        if (fields.matches()) {
            List<String> trial = List.of(text(fields.group(1)), fields.group(2));
            answers.put(trial, text(fields.group(3)));
        }
    }

    /** The answer of a trial of the same code; null if there is none. */
    synchronized @Nullable String answer(String name, String digest) {
        return answers.get(List.of(name, digest));
    }

    /** Keeps an answer. */
    synchronized void keep(String name, String digest, String answer) {
        Path to = file;
        if (to == null) {
            return;
        }
        answers.put(List.of(name, digest), answer);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("digest", digest);
        fields.put("answer", answer);
        append(to, Json.write(fields) + "\n");
    }

    /** Begins a new line if the last writer died in the middle of one. */
    private static void append(Path to, String line) {
        try {
            byte[] all = Files.readAllBytes(to);
            boolean isTorn = all.length > 0 && all[all.length - 1] != '\n';
            Files.writeString(
                    to,
                    isTorn ? "\n" + line : line,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep an outcome in " + to, e);
        }
    }

    /** A string without its escapes, which are those of {@link Json}. */
    private static String text(String escaped) {
        return ESCAPE.matcher(escaped)
                .replaceAll(escape -> Matcher.quoteReplacement(character(escape.group(1))));
    }

    private static String character(String escape) {
        return switch (escape.charAt(0)) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case 'u' -> Character.toString(Integer.parseInt(escape.substring(1), HEXADECIMAL));
            default -> escape;
        };
    }
}
