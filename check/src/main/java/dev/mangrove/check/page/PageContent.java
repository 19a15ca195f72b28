package dev.mangrove.check.page;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.PageView;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a page says to readers and to clients that recover it.
 *
 * @param dead whether it is dead; then nothing but its link counts
 * @param bounds its upper bound and right link, or why there is none
 * @param link of a merge, or to the page that took its place
 * @param entries within its bounds
 */
record PageContent(boolean dead, String bounds, long link, Map<Long, Long> entries) {
    /** Reads a page that no thread changes at the moment. */
    static PageContent of(PageView view, PageKeys keys) {
        if (HeaderStamp.isDead(view.header())) {
            return new PageContent(true, "dead", view.link(), Map.of());
        }
        EntryBuffer buffer = new EntryBuffer(1, keys.format().order());
        view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, buffer);
        Map<Long, Long> entries = new TreeMap<>();
        for (int i = 0; i < buffer.size(); i++) {
            entries.put(keys.number(buffer.key(i)), buffer.value(i));
        }
        String bounds =
                view.hasHigh() ? keys.number(view.high()) + " -> " + view.right() : "unbounded";
        return new PageContent(false, bounds, view.link(), entries);
    }
}
