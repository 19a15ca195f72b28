package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.AccessOptions;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * A client that posts separators of pages some time after it has read the pages, as one does that
 * stands still between a split and its separator. Meanwhile pages move, merge and are freed.
 */
final class LatePoster {
    /** Chosen: from the time of some operations to that of several moves of a meganode. */
    private static final int[] LONGEST_PAUSES_NANOS = {100_000, 1_000_000, 3_000_000};

    /** Chosen: most pages of one or two meganodes. */
    private static final int AT_ONCE = 8;

    /**
     * Chosen: far more than the tree has levels and movers have moves under way. Servers that send
     * a separator to each other for so long do it for ever.
     */
    private static final int MOST_STEPS = 1_000;

    /** Of the longest request. */
    private static final int OPEN_WORDS = 7;

    private final ClientSite site;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;

    LatePoster(ClientSite site, OrderedPlan plan, OrderedJournal journal, int client) {
        this.site = site;
        this.plan = plan;
        this.journal = journal;
        this.random = site.host().random();
        this.client = client;
    }

    /** The thread's code: posts separators while others are at work. */
    void run(BooleanSupplier working) {
        try (Mangrove mangrove = site.connect(random);
                Session session = ClientAccess.of(mangrove).session();
                Tree tree = new Tree(session, site.name(), plan.options())) {
            while (working.getAsBoolean()) {
                List<Separator> noted = note(tree);
                int longest = LONGEST_PAUSES_NANOS[random.nextInt(LONGEST_PAUSES_NANOS.length)];
                site.host().sleep(1 + random.nextInt(longest));
                for (Separator separator : noted) {
                    journal.begins(client, "post " + separator);
                    journal.ends(client, tree.post(separator));
                }
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private List<Separator> note(Tree tree) {
        List<Separator> noted = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            long key = plan.keys().key(random.nextInt(plan.keys().size()));
            int level = random.nextInt(plan.options().meganodeLevel() + 1);
            tree.find(key, level).ifPresent(noted::add);
        }
        return noted;
    }

    /**
     * What the level above says of a page.
     *
     * @param level of the page
     * @param low its smallest key
     */
    private record Separator(long pointer, int level, long low) {
        @Override
        public String toString() {
            return "separator " + low + " of level " + level + ", " + PagePointer.toString(pointer);
        }
    }

    /** The pages of the index, and requests to its servers. */
    private static final class Tree implements AutoCloseable {
        private final Session session;
        private final IndexDescriptor index;
        private final OrderedOptions options;
        private final SessionPages pages;
        private final PageView view;
        private final Map<Integer, Call> calls = new HashMap<>();

        Tree(Session session, String name, OrderedOptions options) {
            this.session = session;
            this.options = options;
            this.index = session.catalogue().open(name);
            this.pages =
                    new SessionPages(
                            session,
                            index,
                            index.spec().servers(),
                            new AccessOptions(false, CopyCheck.EVERY_LINE, true, Set.of()));
            this.view = pages.newView();
        }

        /**
         * The separator of a page of a level on the way to a key; none if the page is the first of
         * its level, or one on the way is not as its parent says.
         */
        Optional<Separator> find(long key, int wanted) {
            long pointer = root();
            pages.open(pointer, view);
            // Ends: each turn goes down a level.
            for (int level = view.level(); isThere(level, key); level--) {
                long low = view.low();
                if (level <= wanted) {
                    return level == wanted && low > Long.MIN_VALUE && view.isValid()
                            ? Optional.of(new Separator(pointer, level, low))
                            : Optional.empty();
                }
                int slot = view.floor(key);
                pointer = slot == Page.NONE ? PagePointer.NULL : view.value(slot);
                if (pointer == PagePointer.NULL || !view.isValid()) {
                    return Optional.empty();
                }
                pages.open(pointer, view);
            }
            return Optional.empty();
        }

        private boolean isThere(int level, long key) {
            return view.relate(level, key) == PageMatch.HERE && view.isValid();
        }

        /**
         * Posts a separator from the root on; returns the outcome.
         *
         * @throws IllegalStateException if servers send it to each other without end
         */
        long post(Separator of) {
            long start = root();
            long outcome = MeganodeKind.ELSEWHERE;
            for (int i = 0; outcome == MeganodeKind.ELSEWHERE; i++) {
                if (i == MOST_STEPS) {
                    throw new IllegalStateException(
                            of + " was sent from server to server " + MOST_STEPS + " times");
                }
                Call call = call(AddressSpace.server(start));
                outcome =
                        ask(
                                call,
                                MeganodeKind.POST,
                                tree(),
                                start,
                                of.level() + 1,
                                of.low(),
                                of.pointer());
                start = Words.get(call.answer(), 0, 1);
            }
            return outcome;
        }

        private long root() {
            int home = index.spec().servers().getFirst();
            return open(call(home), home);
        }

        private Call call(int server) {
            Call known = calls.get(server);
            if (known == null) {
                known = session.link(server).call(Words.bytes(OPEN_WORDS));
                calls.put(server, known);
                long _ = open(known, server);
            }
            return known;
        }

        private long open(Call call, int server) {
            boolean isHome = server == index.spec().servers().getFirst();
            return ask(
                    call,
                    MeganodeKind.OPEN,
                    tree(),
                    options.pageSize(),
                    options.fanout(),
                    options.meganodeLevel(),
                    isHome ? 1 : 0,
                    1,
                    0);
        }

        private static long ask(Call call, int kind, long... words) {
            call.execute(kind, Words.write(call.request(), Call.PAYLOAD, words));
            return Words.get(call.answer(), 0, 0);
        }

        private long tree() {
            return TreeKind.tree(index.id(), 0);
        }

        @Override
        public void close() {
            pages.close();
        }
    }
}
