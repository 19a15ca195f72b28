package dev.mangrove.index.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Meter;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.HashedLines;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.index.page.WordPageView;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.EnumSet;

/** A page by verbs is one request of its own bytes, whatever a READ keeps whole. */
final class PageReadCostTest {
    private static final int PAGE_BYTES = 512;

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void shouldReadAPageOnceInOneRoundTrip(int readAtomicity) {
        Profile profile = Profile.named("base").with("promise.read_atomicity", readAtomicity);
        try (OnePage place = new OnePage(profile, PAGE_BYTES)) {
            CopiedPages pages = pages(place);
            Meter meter = place.channel().meter();
            PageView view = new WordPageView(PAGE_BYTES, OnePage.TAG);
            pages.open(place.pointer(), view);
            assertThat(meter.roundTrips()).isEqualTo(1);
            assertThat(meter.bytesRead()).isEqualTo(PAGE_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void shouldReadManyPagesInOneRoundTrip(int readAtomicity) {
        Profile profile = Profile.named("base").with("promise.read_atomicity", readAtomicity);
        try (OnePage place = new OnePage(profile, PAGE_BYTES)) {
            CopiedPages pages = pages(place);
            Meter meter = place.channel().meter();
            PageView[] views = new PageView[CopiedReads.MOST_AT_ONCE];
            for (int i = 0; i < views.length; i++) {
                views[i] = new WordPageView(PAGE_BYTES, OnePage.TAG);
                pages.begin(place.pointer(), views[i]);
            }
            pages.start();
            for (PageView view : views) {
                pages.finish(place.pointer(), view);
                assertThat(view.pointer()).isEqualTo(place.pointer());
            }
            assertThat(meter.roundTrips()).isEqualTo(1);
            assertThat(meter.bytesRead()).isEqualTo((long) views.length * PAGE_BYTES);
        }
    }

    /** Of each line the stamp, twice, and of the header the rest. */
    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void shouldReadOutlinesInOneRoundTripWithoutEntries(int readAtomicity) {
        Profile profile = Profile.named("base").with("promise.read_atomicity", readAtomicity);
        try (OnePage place = new OnePage(profile, PAGE_BYTES)) {
            CopiedPages pages = pages(place);
            Meter meter = place.channel().meter();
            PageOutline[] outlines = new PageOutline[Pages.MOST_OUTLINES];
            for (int i = 0; i < outlines.length; i++) {
                outlines[i] = new PageOutline(PAGE_BYTES, OnePage.TAG);
                pages.beginOutline(place.pointer(), outlines[i]);
            }
            pages.startOutlines();
            pages.finishOutlines();
            for (PageOutline outline : outlines) {
                assertThat(outline.covers(0)).isTrue();
                assertThat(outline.count()).isZero();
            }
            int bytes = 2 * (PAGE_BYTES / Page.LINE) * Long.BYTES + Page.LINE - Long.BYTES;
            assertThat(meter.roundTrips()).isEqualTo(1);
            assertThat(meter.bytesRead()).isEqualTo((long) outlines.length * bytes);
        }
    }

    /** Of each leaf the header and three lines; the whole leaf where READs keep lines whole. */
    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void shouldReadTheLinesOfKeysInOneRoundTripWhereThatSavesBytes(int readAtomicity) {
        Profile profile = Profile.named("base").with("promise.read_atomicity", readAtomicity);
        try (OnePage place = new OnePage(profile, PAGE_BYTES)) {
            CopiedPages pages = pages(place);
            Meter meter = place.channel().meter();
            boolean lines = readAtomicity == Long.BYTES;
            for (int i = 0; i < Pages.MOST_FOUND; i++) {
                assertThat(pages.beginFind(i, place.pointer(), i)).isEqualTo(lines);
            }
            pages.startFinds();
            PageView view = new WordPageView(PAGE_BYTES, OnePage.TAG);
            assertThat(pages.finishFinds(view, new long[Pages.MOST_FOUND])).isZero();
            assertThat(meter.roundTrips()).isEqualTo(lines ? 1 : 0);
            assertThat(meter.bytesRead())
                    .isEqualTo(lines ? (long) Pages.MOST_FOUND * HashedLines.BYTES : 0);
        }
    }

    private static CopiedPages pages(OnePage place) {
        return new CopiedPages(
                place.channel(),
                new OneLatch(),
                new LatchWait(place.client(), (word, keepOut) -> false, true),
                null,
                new WordFormat(PAGE_BYTES, OnePage.TAG),
                new AccessOptions(
                        false, CopyCheck.EVERY_LINE, true, EnumSet.allOf(Technique.class)));
    }
}
