package dev.mangrove.check.bytes;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.history.History;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.bytes.direct.DirectGets;
import dev.mangrove.index.bytes.direct.DirectOutcome;
import dev.mangrove.index.bytes.direct.DirectScan;
import dev.mangrove.index.bytes.direct.DirectTree;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.page.bytes.BytesPageView;
import dev.mangrove.index.page.bytes.BytesShape;
import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A small tree of byte strings that a server changes, and a client that reads it in place while the
 * stores of the changes become visible, in every order that the fences allow. The promise: what a
 * reader finds was there before the changes, or after some of them.
 *
 * <p>The check with servers hardly ever reads a page in the moment in which stores overtake each
 * other.
 */
public final class StringsCheck implements CheckTarget {
    /** The name on the command line. */
    public static final String NAME = "strings";

    private static final long SALT = 0x737472696E6773L;
    private static final int PAGE = 512;
    private static final int FANOUT = 4;
    private static final int TAG = 7;
    private static final int MEMORY = 1 << 20;
    private static final int ROUNDS = 100;

    /** Chosen: three levels, whose pages are freed and used again all the time. */
    private static final int KEYS = 48;

    /** Chosen: a reader meets one change, or pages that were freed and used again since. */
    private static final int[] MOST_CHANGES = {2, 10, 30};

    /** Keys that differ in their zeros only. Chosen: the head of a separator has all of it. */
    private static final int ZEROS = 8;

    /** Of five changes. Chosen: the tree grows and shrinks in turn. */
    private static final int[] DELETES = {1, 2, 4};

    /** Chosen: pages of level 1 are read by copies always, sometimes, or never. */
    private static final int[] MOST_COPIES = {100, 2, 0};

    private static final int[] PACES = {2, 4, 16, 1_000};

    private static final KeyKind[] KINDS = {
        KeyKind.SHORT, KeyKind.LONG, KeyKind.ZEROS, KeyKind.ALIKE
    };

    /**
     * What is between the first and the last byte of keys that are alike. Chosen, by trying out 8
     * million: ten pairs of keys of near groups, with the same last byte, have the same
     * fingerprint. A leaf of one group that leaves out its first bytes then seems to hold the key
     * of another one.
     */
    private static final byte[] ALIKE = HexFormat.of().parseHex("f3e7043ec0eb");

    private static final int GROUP = 4;

    /** Creates the check. */
    public StringsCheck() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        Findings findings = new Findings();
        try (Arena arena = Arena.ofConfined()) {
            Trial trial = new Trial(arena, new SplittableRandom(seed ^ SALT));
            for (int i = 0; i < ROUNDS; i++) {
                findings.operation();
                String wrong = trial.round();
                if (!wrong.isEmpty()) {
                    findings.violation(wrong);
                    break;
                }
            }
        } finally {
            SharedWords.watch(null);
        }
        return new SeedResult(
                findings.operations(),
                findings.violations(),
                0,
                seed,
                Coverage.NONE,
                new History(1));
    }

    /**
     * What keys look like. Some of those of zeros differ in length only, as do their separators.
     * Those that are alike differ in the first byte and the last one.
     */
    private enum KeyKind {
        SHORT,
        LONG,
        ZEROS,
        ALIKE
    }

    /** One tree, its changes, and one read after the other. */
    private static final class Trial {
        private final SplittableRandom lots;
        private final RecordedStores stores;
        private final RecordedPages pages;
        private final BytesPageView view;
        private final BytesTree tree;
        private final DirectTree reader;
        private final DirectGets gets;
        private final DirectScan scan;
        private final KeyKind kind;
        private final List<Map<Integer, byte[]>> states = new ArrayList<>();
        private long values;

        Trial(Arena arena, SplittableRandom lots) {
            this.lots = lots;
            this.kind = KINDS[lots.nextInt(KINDS.length)];
            MemorySegment written = arena.allocate(MEMORY, PAGE);
            MemorySegment read = arena.allocate(MEMORY, PAGE);
            stores = new RecordedStores(written, read, lots);
            SharedWords.watch(stores);
            pages = new RecordedPages(written, PAGE, stores);
            view = new BytesPageView(read, new BytesShape(PAGE), TAG);
            tree =
                    new BytesTree(
                            Host.system(),
                            BytesTree.pages(written, PAGE, TAG, new CheckedExtents(MEMORY / 2)),
                            pages,
                            FANOUT);
            stores.showAll();
            reader =
                    new DirectTree(
                            read,
                            tree.anchor(),
                            PAGE,
                            TAG,
                            MOST_COPIES[lots.nextInt(MOST_COPIES.length)]);
            gets = new DirectGets(reader);
            scan = new DirectScan(reader);
            states.add(new TreeMap<>());
        }

        /** Changes the tree and reads it meanwhile; returns what was wrong. */
        String round() {
            Map<Integer, byte[]> last = states.getLast();
            states.clear();
            states.add(last);
            int deletes = DELETES[lots.nextInt(DELETES.length)];
            int most = MOST_CHANGES[lots.nextInt(MOST_CHANGES.length)];
            for (int left = 1 + lots.nextInt(most); left > 0; left--) {
                change(deletes);
            }
            stores.begin(PACES[lots.nextInt(PACES.length)]);
            String wrong =
                    switch (lots.nextInt(4)) {
                        case 0, 1 -> scan();
                        case 2 -> get();
                        default -> getAll();
                    };
            stores.showAll();
            return wrong.isEmpty() ? staleness() : wrong;
        }

        /** A page that was freed is not found any more, also when its memory is used again. */
        private String staleness() {
            for (long pointer : pages.stale()) {
                if (view.isThere(pointer)) {
                    return "a pointer leads to another page than it did";
                }
            }
            return "";
        }

        private void change(int deletes) {
            Map<Integer, byte[]> next = new TreeMap<>(states.getLast());
            int number = lots.nextInt(KEYS);
            if (lots.nextInt(5) < deletes) {
                BytesTree.Result _ =
                        tree.change(BytesChange.DELETE, key(number), new byte[0], new byte[0]);
                next.remove(number);
            } else {
                byte[] value = HardStrings.value(++values * (1 + lots.nextInt(2)));
                BytesTree.Result _ = tree.change(BytesChange.PUT, key(number), value, new byte[0]);
                next.put(number, value);
            }
            states.add(next);
        }

        private byte[] key(int number) {
            return switch (kind) {
                case SHORT -> HardStrings.key((long) number << 56);
                case LONG -> HardStrings.key(number);
                case ZEROS ->
                        Arrays.copyOf(new byte[] {(byte) (number / ZEROS)}, 1 + number % ZEROS);
                case ALIKE -> alike(number / GROUP, number % GROUP);
            };
        }

        private static byte[] alike(int group, int last) {
            byte[] key = new byte[1 + ALIKE.length + 1];
            key[0] = (byte) group;
            System.arraycopy(ALIKE, 0, key, 1, ALIKE.length);
            key[key.length - 1] = (byte) last;
            return key;
        }

        private String get() {
            int number = lots.nextInt(KEYS);
            DirectOutcome outcome = reader.get(key(number));
            byte[] value = outcome == DirectOutcome.PRESENT ? reader.value() : null;
            return outcome == DirectOutcome.ASK || isPossible(number, value)
                    ? ""
                    : "key " + number + " has a value that it never had: " + text(value);
        }

        private String getAll() {
            byte[] @Nullable [] found = new byte[KEYS] @Nullable [];
            byte[][] keys = new byte[KEYS][];
            gets.begin(keys);
            for (int number = 0; number < KEYS; number++) {
                keys[number] = key(number);
                gets.add(number);
            }
            int asked = gets.run(found);
            for (int number = 0; number < KEYS; number++) {
                if (!isPossible(number, found[number]) && !isAsked(number, asked)) {
                    return "one of many, key " + number + ", is " + text(found[number]);
                }
            }
            return "";
        }

        private boolean isAsked(int number, int asked) {
            for (int i = 0; i < asked; i++) {
                if (gets.asked(i) == number) {
                    return true;
                }
            }
            return false;
        }

        private boolean isPossible(int number, byte @Nullable [] value) {
            return states.stream().anyMatch(state -> Arrays.equals(state.get(number), value));
        }

        /** Each key is returned at most once, in order, and those that are there throughout are. */
        private String scan() {
            boolean descending = lots.nextBoolean();
            Map<Integer, byte[]> found = new TreeMap<>();
            scan.begin(KeyRange.ALL);
            // Ends: each turn reads a leaf of other keys, or asks.
            while (scan.hasMore()) {
                if (!scan.read(descending, Long.MAX_VALUE)) {
                    return "";
                }
                for (int i = 0; i < scan.count(); i++) {
                    if (found.put(numberOf(scan.key(i)), scan.value(i)) != null) {
                        return "a scan returns a key twice";
                    }
                }
            }
            for (int number = 0; number < KEYS; number++) {
                if (!isPossible(number, found.get(number))) {
                    return "a scan finds at key " + number + ": " + text(found.get(number));
                }
            }
            return found.containsKey(-1) ? "a scan returns a key that was never there" : "";
        }

        private int numberOf(byte[] key) {
            for (int number = 0; number < KEYS; number++) {
                if (Arrays.equals(key(number), key)) {
                    return number;
                }
            }
            return -1;
        }

        private static String text(byte @Nullable [] value) {
            return value == null ? "absent" : value.length + " bytes";
        }
    }
}
