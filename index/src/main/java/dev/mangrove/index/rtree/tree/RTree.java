package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.rtree.geometry.HilbertCurve;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * A tree in its server's memory, shared by all threads of the server. Each thread uses it by a
 * {@link LocalSpatialTree} of its own.
 */
public final class RTree {
    private final Host host;
    private final MemorySegment memory;
    private final PageReserve pages;
    private final SpatialOptions options;
    private final NodeShape shape;
    private final int tag;
    private final long anchorPointer;
    private final Anchor anchor;
    private final IdDirectory directory;
    private final @Nullable Extents payloads;
    private volatile HilbertCurve curve = HilbertCurve.USUAL;
    private volatile @Nullable TreeEndedException ended;

    /** Creates an empty tree whose objects have no payloads. */
    public RTree(
            Host host,
            MemorySegment memory,
            LocalPages.Space space,
            SpatialOptions options,
            int tag) {
        this(host, memory, space, options, tag, null);
    }

    /**
     * Creates an empty tree.
     *
     * @param memory the server's memory, in which pointers are offsets
     * @param space allocates pages of {@link #pageSize} bytes
     * @param tag marks pages of the index
     * @param payloads the payloads of objects; null if there are none
     */
    public RTree(
            Host host,
            MemorySegment memory,
            LocalPages.Space space,
            SpatialOptions options,
            int tag,
            @Nullable Extents payloads) {
        this.payloads = payloads;
        this.host = host;
        this.memory = memory;
        this.options = options;
        this.tag = tag;
        this.shape = shape(options);
        this.directory = new IdDirectory(this);
        EntryBlock nothing = new EntryBlock();
        this.anchorPointer = space.take();
        this.anchor = new Anchor(memory, anchorPointer);
        this.pages = new PageReserve(space);
        NodeEditor editor = newEditor();
        long root = space.take();
        editor.create(offset(anchorPointer), anchorPointer, Node.ANCHOR, nothing, null, false);
        editor.create(offset(root), root, Node.LEAF, nothing, null, false);
        anchor.nothingHasChanged();
        anchor.root(root);
    }

    public static NodeShape shape(SpatialOptions options) {
        return new NodeShape(options.fanout(), options.design() == SpatialDesign.HILBERT);
    }

    /** Bytes of a page of a tree with these options. */
    public static int pageSize(SpatialOptions options) {
        return shape(options).pageSize();
    }

    /** Pointer to the anchor, which never moves. */
    public long anchorPointer() {
        return anchorPointer;
    }

    public Host host() {
        return host;
    }

    public MemorySegment memory() {
        return memory;
    }

    public NodeShape shape() {
        return shape;
    }

    public SpatialOptions options() {
        return options;
    }

    public Anchor anchor() {
        return anchor;
    }

    public IdDirectory directory() {
        return directory;
    }

    /** The extents of payloads; null if the tree has none. */
    public @Nullable Extents payloads() {
        return payloads;
    }

    public HilbertCurve curve() {
        return curve;
    }

    /** Sets another curve, for a tree that is empty and stays so during the call. */
    public void curve(HilbertCurve another) {
        curve = another;
    }

    public NodeView newView() {
        return new NodeView(shape, tag);
    }

    public NodeEditor newEditor() {
        return new NodeEditor(memory, shape, tag, anchor);
    }

    Strategy newStrategy() {
        return switch (options.design()) {
            case BASIC -> new BasicStrategy(options.fanout());
            case RSTAR -> new RStarStrategy(options.fanout());
            case HILBERT -> new HilbertStrategy(this);
        };
    }

    public PageReserve pages() {
        return pages;
    }

    /** Marks the tree as dropped: threads that wait in it or change it get an exception. */
    public void drop() {
        ended = new TreeEndedException("the index has been dropped", true);
    }

    /**
     * Marks the tree as damaged: a change broke off half-way. Its latches and claims stay taken;
     * searches still find all objects, because they never wait for a latch.
     */
    public void damaged(Throwable cause) {
        TreeEndedException end =
                new TreeEndedException(
                        "the index is damaged, drop it: a change broke off: " + cause, false);
        if (ended == null) {
            ended = end;
        }
    }

    /**
     * Refuses to change a tree that is damaged or dropped.
     *
     * @throws TreeEndedException if it is
     */
    public void checkUsable() {
        TreeEndedException end = ended;
        if (end != null) {
            throw new TreeEndedException(String.valueOf(end.getMessage()), end.isDropped());
        }
    }

    /** A limited wait for other threads; a wait in a tree that is damaged or dropped throws. */
    public WaitLimit newWait() {
        return new WaitLimit(host, this::checkUsable);
    }

    public static long offset(long pointer) {
        return PagePointer.offset(pointer);
    }
}
