package dev.mangrove.index.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordPageView;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys of a leaf with keys 0 to 9, in which a split has left the entry of key 12. */
final class LineLookupsTest {
    private static final int PAGE_BYTES = 512;

    private final OnePage place = new OnePage(Profile.named("base"), PAGE_BYTES);
    private final LineLookups lookups = new LineLookups(place.channel(), PAGE_BYTES);
    private final PageView view = new WordPageView(PAGE_BYTES, OnePage.TAG);
    private final long[] values = new long[Pages.MOST_FOUND];

    @BeforeEach
    void write() {
        long right = PagePointer.of(OnePage.address(2L * PAGE_BYTES), 1);
        EntryBuffer entries = new EntryBuffer(2);
        entries.add(5, 500);
        entries.add(12, 1200);
        PageImage image =
                place.image()
                        .bounded(place.pointer(), Page.LEAF, 0, 10, right)
                        .entries(entries, 0, 2);
        Batch batch = place.channel().batch(1);
        batch.write(PagePointer.address(place.pointer()), image.memory(), 0, PAGE_BYTES);
        batch.execute();
    }

    @AfterEach
    void close() {
        place.close();
    }

    private long find(long pointer, long... keys) {
        for (int i = 0; i < keys.length; i++) {
            lookups.add(i, pointer, keys[i]);
        }
        lookups.start();
        return lookups.finish(view, values);
    }

    @Test
    void shouldFindKeysOfTheLeafAndTheirValues() {
        assertThat(find(place.pointer(), 4, 5)).isEqualTo(0b10);
        assertThat(values[1]).isEqualTo(500);
    }

    @Test
    void shouldNotFindAnEntryOutOfTheBoundsOfTheLeaf() {
        assertThat(find(place.pointer(), 12, 5)).isEqualTo(0b10);
    }

    @Test
    void shouldFindNothingInAPageThatIsUsedForSomethingElse() {
        long stale = PagePointer.of(PagePointer.address(place.pointer()), 2);
        assertThat(find(stale, 5)).isZero();
    }

    @Test
    void shouldFindNothingOfWhatWasGivenUp() {
        lookups.add(0, place.pointer(), 5);
        lookups.start();
        lookups.abandon();
        assertThat(lookups.finish(view, values)).isZero();
        assertThat(find(place.pointer(), 5)).isEqualTo(1);
    }
}
