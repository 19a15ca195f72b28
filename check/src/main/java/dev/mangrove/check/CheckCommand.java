package dev.mangrove.check;

import dev.mangrove.check.bytes.BytesOrderedSource;
import dev.mangrove.check.bytes.StringsCheck;
import dev.mangrove.check.bytes.SwapsCheck;
import dev.mangrove.check.bytes.SweepsCheck;
import dev.mangrove.check.fabric.FabricCheck;
import dev.mangrove.check.history.EdnHistory;
import dev.mangrove.check.ordered.ExtentsCheck;
import dev.mangrove.check.ordered.MeganodesCheck;
import dev.mangrove.check.ordered.OrderedCheck;
import dev.mangrove.check.ordered.WritesCheck;
import dev.mangrove.check.page.EditsCheck;
import dev.mangrove.check.page.PagesCheck;
import dev.mangrove.check.shipment.ShipmentsCheck;
import dev.mangrove.check.spatial.NodesCheck;
import dev.mangrove.check.spatial.SpatialCheck;
import dev.mangrove.check.spatial.WindowCountsCheck;
import dev.mangrove.check.swarm.Soak;
import dev.mangrove.check.swarm.SwarmCheck;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A check, selected by its name and options on the command line. */
public final class CheckCommand {
    private static final String FABRIC = "fabric";
    private static final String ORDERED = "ordered";
    private static final String SPATIAL = "spatial";
    private static final String ALL = "all";
    private static final long FIRST_SEED = 1;

    private final CheckTarget target;
    private final Faults faults;
    private final CheckRun run;

    private CheckCommand(CheckTarget target, Faults faults) {
        this.target = target;
        this.faults = faults;
        this.run = new CheckRun(target, faults);
    }

    /**
     * Finds a check and its faults by name.
     *
     * @param design or tree of the index, for a check of indexes
     * @param asPublished whether to check a published protocol with its faults
     * @param inPlace whether clients work in place
     * @throws IllegalArgumentException if no check has that name
     */
    public static CheckCommand of(
            String target,
            String faults,
            @Nullable String design,
            boolean asPublished,
            InPlaceMode inPlace) {
        return new CheckCommand(target(target, design, asPublished, inPlace), Faults.parse(faults));
    }

    private static CheckTarget target(
            String name, @Nullable String design, boolean asPublished, InPlaceMode inPlace) {
        Optional<PagesCheck.Kind> inMemory = PagesCheck.Kind.named(name);
        if (inMemory.isPresent()) {
            return new PagesCheck(inMemory.get(), inPlace);
        }
        Optional<NodesCheck.Kind> inNodes = NodesCheck.Kind.named(name);
        if (inNodes.isPresent()) {
            return new NodesCheck(inNodes.get(), inPlace);
        }
        boolean forced = inPlace != InPlaceMode.BY_LOT && inPlace != InPlaceMode.NEVER;
        if (forced && (name.equals(FABRIC) || asPublished)) {
            throw new IllegalArgumentException(
                    "--in-place and --store-buffers are for ordered and spatial, and exclude"
                            + " --as-published");
        }
        if (name.equals(ALL) && (design != null || asPublished || inPlace != InPlaceMode.BY_LOT)) {
            throw new IllegalArgumentException(
                    "all draws --design, --tree and the mode of access from the seed; leave them"
                            + " out");
        }
        return switch (name) {
            case ALL -> new SwarmCheck();
            case FABRIC -> {
                if (design != null || asPublished) {
                    throw new IllegalArgumentException(
                            "--design, --tree and --as-published are not for fabric");
                }
                yield new FabricCheck();
            }
            case ORDERED -> {
                if (design == null) {
                    throw new IllegalArgumentException(
                            "--design is missing: give one of " + designs());
                }
                yield new OrderedCheck(Design.of(design), asPublished, inPlace);
            }
            case WritesCheck.NAME ->
                    plain(
                            new WritesCheck(),
                            "by verbs, of a drawn design",
                            design,
                            asPublished,
                            inPlace);
            case ExtentsCheck.NAME -> {
                Design chosen = design == null ? null : Design.of(design);
                if (chosen == Design.COARSE || chosen == Design.HYBRID) {
                    throw new IllegalArgumentException(
                            "extents are of --design fine, sherman or cell; without it, seeds draw"
                                    + " fine or sherman");
                }
                yield plain(
                        new ExtentsCheck(BytesOrderedSource::ofLongValues, chosen),
                        "of byte strings, by verbs and in place",
                        null,
                        asPublished,
                        inPlace);
            }
            case MeganodesCheck.NAME ->
                    plain(
                            new MeganodesCheck(),
                            "by verbs, of design cell",
                            design,
                            asPublished,
                            inPlace);
            case WindowCountsCheck.NAME ->
                    plain(
                            new WindowCountsCheck(),
                            "by verbs, of a drawn tree",
                            design,
                            asPublished,
                            inPlace);
            case EditsCheck.NAME, EditsCheck.OF_STRINGS ->
                    plain(
                            new EditsCheck(name.equals(EditsCheck.OF_STRINGS)),
                            "of one page, without an index",
                            design,
                            asPublished,
                            inPlace);
            case SweepsCheck.NAME ->
                    plain(
                            new SweepsCheck(),
                            "of a tree in place, without servers",
                            design,
                            asPublished,
                            inPlace);
            case StringsCheck.NAME ->
                    plain(
                            new StringsCheck(),
                            "of one tree, without an index",
                            design,
                            asPublished,
                            inPlace);
            case SwapsCheck.NAME -> {
                if (design != null || asPublished) {
                    throw new IllegalArgumentException(
                            "swaps has a tree in place without servers; leave out --design and"
                                    + " --as-published");
                }
                yield new SwapsCheck(inPlace);
            }
            case ShipmentsCheck.NAME -> {
                if (design != null || asPublished) {
                    throw new IllegalArgumentException(
                            "shipments draws the designs; leave out --design and --as-published");
                }
                yield new ShipmentsCheck(inPlace);
            }
            case BytesOrderedSource.NAME -> {
                Design chosen = design == null ? null : Design.of(design);
                if (chosen == null || chosen == Design.HYBRID || asPublished) {
                    throw new IllegalArgumentException(
                            "indexes of byte strings have --design coarse, fine, sherman or cell");
                }
                yield new OrderedCheck(chosen, false, inPlace, new BytesOrderedSource(chosen));
            }
            case SPATIAL -> {
                if (design == null) {
                    throw new IllegalArgumentException("--tree is missing: basic, rstar, hilbert");
                }
                yield new SpatialCheck(SpatialDesign.of(design), asPublished, inPlace);
            }
            default ->
                    throw new IllegalArgumentException(
                            "no such check: "
                                    + name
                                    + "; there are "
                                    + String.join(
                                            ", ",
                                            FABRIC,
                                            ORDERED,
                                            SPATIAL,
                                            BytesOrderedSource.NAME,
                                            ShipmentsCheck.NAME,
                                            SweepsCheck.NAME,
                                            SwapsCheck.NAME,
                                            WritesCheck.NAME,
                                            ExtentsCheck.NAME,
                                            MeganodesCheck.NAME,
                                            WindowCountsCheck.NAME,
                                            EditsCheck.NAME,
                                            EditsCheck.OF_STRINGS,
                                            StringsCheck.NAME,
                                            ALL,
                                            PagesCheck.Kind.PAGES.text(),
                                            PagesCheck.Kind.LOADS.text(),
                                            PagesCheck.Kind.MERGES.text(),
                                            PagesCheck.Kind.RANGES.text(),
                                            PagesCheck.Kind.GETS.text(),
                                            PagesCheck.Kind.REUSE.text(),
                                            PagesCheck.Kind.COPIES.text(),
                                            PagesCheck.Kind.COUNTS.text(),
                                            PagesCheck.Kind.HANDLES.text(),
                                            PagesCheck.Kind.STRING_PAGES.text(),
                                            PagesCheck.Kind.STRING_MERGES.text(),
                                            PagesCheck.Kind.STRING_RANGES.text(),
                                            PagesCheck.Kind.STRING_COPIES.text(),
                                            NodesCheck.Kind.NODES.text(),
                                            NodesCheck.Kind.DEATHS.text(),
                                            NodesCheck.Kind.ABORTS.text()));
        };
    }

    private static String designs() {
        return Arrays.stream(Design.values()).map(Design::text).collect(Collectors.joining(", "));
    }

    /** A check without options. */
    private static CheckTarget plain(
            CheckTarget check,
            String what,
            @Nullable String design,
            boolean asPublished,
            InPlaceMode inPlace) {
        if (design != null || asPublished || inPlace != InPlaceMode.BY_LOT) {
            throw new IllegalArgumentException(
                    check.name()
                            + " is a check "
                            + what
                            + "; leave out --design, --tree, --as-published and the mode of"
                            + " access");
        }
        return check;
    }

    /** Runs the seeds from 1 to {@code seeds}. */
    public CheckReport run(long seeds) {
        return run.run(FIRST_SEED, seeds);
    }

    /**
     * Runs seeds from one on until the time is over or a promise is broken.
     *
     * @param progress takes a line every ten seconds
     */
    public CheckReport soak(long firstSeed, double minutes, Consumer<String> progress) {
        return new Soak(run, System::nanoTime, progress).run(firstSeed, minutes);
    }

    /** Runs one seed; writes a trace of it to {@code lines}, unless that is null. */
    public CheckReport replay(long seed, @Nullable Consumer<String> lines) {
        return new CheckRun(target, faults).replay(seed, lines);
    }

    /** Runs one seed and writes its history as EDN. */
    public CheckReport replay(long seed, @Nullable Consumer<String> lines, Appendable edn)
            throws IOException {
        CheckReport report = run.replay(seed, lines);
        EdnHistory.write(run.history(), edn);
        return report;
    }

    /** The command that runs one seed again. */
    public String replayCommand(long seed) {
        return run.replayCommand(seed);
    }

    /** What a seed checks, for people. */
    public String describe(long seed) {
        return target.describe(seed, faults);
    }
}
