package dev.mangrove.cli.logging;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** One line per record: {@code 12:00:00.123 WARN server.Catalogue: message}. */
final class LineFormatter extends Formatter {
    private static final String OWN_PREFIX = "dev.mangrove.";

    private final DateTimeFormatter time;

    LineFormatter() {
        this(ZoneId.systemDefault());
    }

    LineFormatter(ZoneId zone) {
        this.time = DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(zone);
    }

    @Override
    public String format(LogRecord record) {
        return "%s %s %s: %s%n%s"
                .formatted(
                        time.format(record.getInstant()),
                        name(record.getLevel()),
                        logger(record.getLoggerName()),
                        formatMessage(record),
                        trace(record.getThrown()));
    }

    private static String name(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARN";
        }
        if (level.intValue() >= Level.INFO.intValue()) {
            return "INFO";
        }
        return "DEBUG";
    }

    private static String logger(@Nullable String name) {
        if (name == null) {
            return "-";
        }
        return name.startsWith(OWN_PREFIX) ? name.substring(OWN_PREFIX.length()) : name;
    }

    private static String trace(@Nullable Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
