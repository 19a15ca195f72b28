package dev.mangrove.fabric.host;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Numbers of a file in {@code /proc} that is read again and again. The file stays open and is
 * scanned in place, without allocation, because every heartbeat reads it.
 */
final class ProcFile {
    /**
     * The first line of {@code /proc/stat}, and {@code /proc/self/stat}, are a few hundred bytes.
     */
    private static final int MOST_BYTES = 1024;

    private final ByteBuffer text = ByteBuffer.allocateDirect(MOST_BYTES);
    private final @Nullable FileChannel channel;

    ProcFile(Path path) {
        channel = open(path);
    }

    /**
     * Reads the numbers that follow the last {@code start} of the first line, one for each place in
     * {@code numbers}. Words in between count as 0. False if there is no such file or line.
     */
    boolean read(char start, long[] numbers) {
        if (channel == null || !refill(channel)) {
            return false;
        }
        int at = after(start);
        if (at < 0) {
            return false;
        }
        for (int i = 0; i < numbers.length; i++) {
            at = skipSpaces(at);
            long value = 0;
            while (at < text.limit() && text.get(at) > ' ') {
                byte digit = text.get(at++);
                value = digit >= '0' && digit <= '9' ? value * 10 + digit - '0' : 0;
            }
            numbers[i] = value;
        }
        return true;
    }

    private boolean refill(FileChannel file) {
        text.clear();
        try {
            int read = file.read(text, 0);
            text.flip();
            return read > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** First place behind the last {@code start} of the first line; -1 if there is none. */
    private int after(char start) {
        int found = -1;
        for (int i = 0; i < text.limit() && text.get(i) != '\n'; i++) {
            if (text.get(i) == start) {
                found = i + 1;
            }
        }
        return found;
    }

    private int skipSpaces(int from) {
        int at = from;
        while (at < text.limit() && text.get(at) == ' ') {
            at++;
        }
        return at;
    }

    private static @Nullable FileChannel open(Path path) {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            return null;
        }
    }
}
