package dev.mangrove.cli.logging;

import java.util.Locale;
import java.util.Map;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sets up java.util.logging when the first message is logged, and not before: a command that logs
 * nothing pays nothing. The level comes from the environment, {@code MANGROVE_LOG=debug}.
 */
public final class LogConfig {
    private static final String CONFIG_PROPERTY = "java.util.logging.config.class";
    private static final String LEVEL_VARIABLE = "MANGROVE_LOG";
    private static final Map<String, Level> LEVELS =
            Map.of(
                    "off", Level.OFF,
                    "error", Level.SEVERE,
                    "warn", Level.WARNING,
                    "info", Level.INFO,
                    "debug", Level.FINE,
                    "trace", Level.FINER);

    /** Called by java.util.logging through the property that {@link #install} sets. */
    public LogConfig() {
        Level level = level(System.getenv().getOrDefault(LEVEL_VARIABLE, "warn"));
        ConsoleHandler handler = new ConsoleHandler();
        handler.setLevel(level);
        handler.setFormatter(new LineFormatter());
        Logger root = Logger.getLogger("");
        root.setLevel(level);
        root.addHandler(handler);
    }

    /** Makes this the configuration of java.util.logging, unless the user names another. */
    public static void install() {
        if (System.getProperty(CONFIG_PROPERTY) == null) {
            System.setProperty(CONFIG_PROPERTY, LogConfig.class.getName());
        }
    }

    /**
     * Turns Mangrove's log off unless the user has set a level: simulated servers lose peers as a
     * matter of course.
     */
    public static void simulated() {
        if (System.getenv(LEVEL_VARIABLE) == null) {
            Ours.LOGGER.setLevel(Level.OFF);
        }
    }

    static Level level(String name) {
        Level level = LEVELS.get(name.toLowerCase(Locale.ROOT));
        return level == null ? Level.WARNING : level;
    }

    /** Keeps a strong reference to the logger, because java.util.logging holds loggers weakly. */
    private static final class Ours {
        static final Logger LOGGER = Logger.getLogger("dev.mangrove");
    }
}
