package dev.mangrove.bench.ordered;

import dev.mangrove.fabric.posix.HugePageOffer;
import dev.mangrove.fabric.shm.ShmServers;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which pages of the operating system the memory of servers has. */
public enum PageSizes {
    /** Pages of 4 KiB, even where the machine offers huge ones. */
    SMALL,
    /** Huge pages; a machine that offers none is refused. */
    HUGE,
    /** A measurement with small pages, one with huge ones, and their ratios. */
    BOTH;

    /**
     * Parses the name on the command line and checks that the machine offers such pages.
     *
     * @throws IllegalArgumentException if there are no such pages, or not on this machine
     */
    public static PageSizes of(String text) {
        return of(text, ShmServers.hugePages());
    }

    static PageSizes of(String text, HugePageOffer offer) {
        PageSizes pages =
                Arrays.stream(values())
                        .filter(each -> each.text().equals(text))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "no such pages: " + text + "; " + all()));
        if (pages != SMALL && !offer.offered()) {
            throw new IllegalArgumentException(
                    "pages=%s: this machine offers no huge pages (%s); to have them: %s"
                            .formatted(text, offer.setting(), offer.remedy()));
        }
        return pages;
    }

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String all() {
        return Arrays.stream(values()).map(PageSizes::text).collect(Collectors.joining(", "));
    }
}
