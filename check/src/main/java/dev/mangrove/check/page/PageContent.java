package dev.mangrove.check.page;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageView;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a page says to readers and to clients that recover it.
 *
 * @param dead whether it is dead; then nothing but its link counts
 * @param bounds its upper bound and right link, or why there is none
 * @param link of a merge, or to the page that took its place
 * @param entries within its bounds, as a range returns them
 * @param hidden keys of entries that a range returns, and a search for the key does not find
 */
record PageContent(
        boolean dead, String bounds, long link, Map<Long, Long> entries, Set<Long> hidden) {
    /** Reads a page that no thread changes at the moment. */
    static PageContent of(PageView view, PageKeys keys) {
        if (HeaderStamp.isDead(view.header())) {
            return new PageContent(true, "dead", view.link(), Map.of(), Set.of());
        }
        EntryBuffer buffer = new EntryBuffer(1, keys.format().order());
        view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, buffer);
        Map<Long, Long> entries = new TreeMap<>();
        Set<Long> hidden = new TreeSet<>();
        for (int i = 0; i < buffer.size(); i++) {
            long number = keys.number(buffer.key(i));
            entries.put(number, buffer.value(i));
            if (view.find(buffer.key(i)) == Page.NONE) {
                hidden.add(number);
            }
        }
        String bounds =
                view.hasHigh() ? keys.number(view.high()) + " -> " + view.right() : "unbounded";
        return new PageContent(false, bounds, view.link(), entries, hidden);
    }
}
