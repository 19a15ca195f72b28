package dev.mangrove.bench.published;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads all pages of a meganode that does not change meanwhile, many at the same time. */
final class MeganodePages {
    private static final int AT_ONCE = 64;

    /** Chosen: more than any path has. */
    private static final int MOST_STEPS = 1_000;

    private final Pages pages;
    private final int rootLevel;
    private final PageView[] views = new PageView[AT_ONCE];
    private final long[] pointers = new long[AT_ONCE];
    private final EntryBuffer entries;
    private final List<Content> firsts = new ArrayList<>();

    /** What a page has; entries in order, no upper bound and no right neighbour if not bounded. */
    record Content(
            long pointer,
            PageMatch match,
            int level,
            long low,
            boolean isBounded,
            long high,
            long right,
            long link,
            EntryBuffer entries) {}

    MeganodePages(Pages pages, int fanout, int rootLevel) {
        this.pages = pages;
        this.rootLevel = rootLevel;
        this.entries = new EntryBuffer(fanout);
        Arrays.setAll(views, i -> pages.newView());
    }

    /** The root of the meganode that covers a key; null if no level is above it. */
    @Nullable Content findRoot(long treeRoot, long key) {
        long pointer = treeRoot;
        for (int steps = 0; steps < MOST_STEPS && pointer != PagePointer.NULL; steps++) {
            Content page = read(pointer, key);
            if (page.level < rootLevel || (pointer == treeRoot && page.level == rootLevel)) {
                return null;
            }
            switch (page.match) {
                case HERE -> {
                    if (page.level == rootLevel) {
                        return page;
                    }
                    pointer = childFor(page, key);
                }
                case RIGHT -> pointer = page.right;
                case DEAD -> pointer = page.link;
                case LEFT, STALE, DAMAGED -> {
                    return null; // It moves; the caller tries another time.
                }
            }
        }
        return null;
    }

    private static long childFor(Content page, long key) {
        int at = page.entries.size() - 1;
        while (at > 0 && page.entries.key(at) > key) {
            at--;
        }
        return page.entries.value(at);
    }

    /** All pages, the root first and then level by level; empty if it is not as it was. */
    List<Content> readAll(Content root) {
        List<Content> all = new ArrayList<>();
        firsts.clear();
        List<Long> named = List.of(root.pointer);
        for (int level = rootLevel; level >= Page.LEAF; level--) {
            List<Content> found = readLevel(level, named, root);
            boolean hasSplit = level == rootLevel && found.size() > 1;
            if (found.isEmpty() || hasSplit) {
                return List.of();
            }
            firsts.add(found.getFirst());
            all.addAll(found);
            named = new ArrayList<>();
            for (Content page : found) {
                for (int i = 0; i < page.entries.size(); i++) {
                    named.add(page.entries.value(i));
                }
            }
        }
        return all;
    }

    /** The first page of each level, after {@link #readAll}. */
    List<Content> firstOfLevels() {
        return firsts;
    }

    /** The pages of a level from left to right, also those that the level above does not name. */
    private List<Content> readLevel(int level, List<Long> named, Content root) {
        List<Content> found = new ArrayList<>();
        long next = root.low;
        for (Content page : readNamed(named)) {
            if (!isAlive(page, level)) {
                continue;
            }
            // Ends: each turn goes right.
            while (!found.isEmpty() && next < page.low) {
                next = add(found, level);
            }
            if (page.low == next && (found.isEmpty() || found.getLast().isBounded)) {
                found.add(page);
                next = page.high;
            }
        }
        // Ends: each turn goes right.
        while (!found.isEmpty() && !reachesEnd(found.getLast(), root)) {
            next = add(found, level);
        }
        return found;
    }

    /** Adds the right neighbour of the last page; returns its upper bound. */
    private long add(List<Content> found, int level) {
        Content last = found.getLast();
        Content right = read(last.right, last.high);
        // Ends: a dead page leads to a live one.
        while (right.match == PageMatch.DEAD) {
            right = read(right.link, last.high);
        }
        if (!isAlive(right, level) || right.low != last.high) {
            throw pages.damaged(last.right);
        }
        found.add(right);
        return right.high;
    }

    private static boolean isAlive(Content page, int level) {
        return page.match == PageMatch.HERE && page.level == level;
    }

    private static boolean reachesEnd(Content last, Content root) {
        return !last.isBounded || (root.isBounded && last.high >= root.high);
    }

    private List<Content> readNamed(List<Long> named) {
        List<Content> read = new ArrayList<>();
        for (int from = 0; from < named.size(); from += AT_ONCE) {
            int count = Math.min(AT_ONCE, named.size() - from);
            for (int i = 0; i < count; i++) {
                pointers[i] = named.get(from + i);
            }
            pages.openAll(pointers, views, count);
            for (int i = 0; i < count; i++) {
                @Nullable Content page = content(pointers[i], views[i], null);
                read.add(page == null ? read(pointers[i], null) : page);
            }
        }
        return read;
    }

    private Content read(long pointer, @Nullable Long key) {
        // Ends: an invalid read means that the server has changed the page meanwhile.
        while (true) {
            pages.open(pointer, views[0]);
            @Nullable Content page = content(pointer, views[0], key);
            if (page != null) {
                return page;
            }
        }
    }

    /** What a view shows, in relation to a key or to its own smallest key; null if invalid. */
    private @Nullable Content content(long pointer, PageView view, @Nullable Long key) {
        PageMatch match = view.relate(view.level(), key == null ? view.low() : key);
        int level = view.level();
        long low = view.low();
        boolean isBounded = view.hasHigh();
        long high = isBounded ? view.high() : 0;
        long right = isBounded ? view.right() : PagePointer.NULL;
        long link = view.link();
        entries.size(0);
        if (!view.collect(Long.MIN_VALUE, Long.MAX_VALUE, entries)) {
            return null;
        }
        entries.sort(0);
        entries.dropDuplicates(0);
        EntryBuffer own = new EntryBuffer(Math.max(1, entries.size()));
        for (int i = 0; i < entries.size(); i++) {
            own.add(entries.key(i), entries.value(i));
        }
        return new Content(pointer, match, level, low, isBounded, high, right, link, own);
    }
}
