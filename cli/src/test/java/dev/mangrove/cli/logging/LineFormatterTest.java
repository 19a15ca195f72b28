package dev.mangrove.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.logging.Level;
import java.util.logging.LogRecord;

class LineFormatterTest {
    private final LineFormatter formatter = new LineFormatter(ZoneOffset.UTC);

    @Test
    void shouldFormatARecordOnOneLine() {
        LogRecord record = record(Level.WARNING, "server {0} is late", "s1");

        assertThat(formatter.format(record))
                .isEqualTo("10:15:30.123 WARN server.Heartbeat: server s1 is late\n");
    }

    @Test
    void shouldAppendTheStackTrace() {
        LogRecord record = record(Level.SEVERE, "lost");
        record.setThrown(new IllegalStateException("gone"));

        assertThat(formatter.format(record))
                .contains("ERROR server.Heartbeat: lost\n", "IllegalStateException: gone");
    }

    @Test
    void shouldFallBackToWarningsForAnUnknownLevel() {
        assertThat(LogConfig.level("loud")).isEqualTo(Level.WARNING);
        assertThat(LogConfig.level("Debug")).isEqualTo(Level.FINE);
    }

    private static LogRecord record(Level level, String message, Object... parameters) {
        LogRecord record = new LogRecord(level, message);
        record.setLoggerName("dev.mangrove.server.Heartbeat");
        record.setParameters(parameters);
        record.setInstant(Instant.parse("2026-01-01T10:15:30.123Z"));
        return record;
    }
}
