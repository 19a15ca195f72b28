package dev.mangrove.check.mutants;

/** Checks by which mutants are tried, as on the command line, and numbers of seeds. */
final class Checks {
    /** A tree of a few pages in place, without servers; processes die in the middle of changes. */
    static final String PAGES = "pages";

    static final String PAGES_BUFFERED = "pages --store-buffers";

    /** The same, in short runs with a bulk load each. */
    static final String LOADS = "loads";

    /** The same, in short runs that end in the middle of merges. */
    static final String MERGES = "merges";

    /** The same, with ranges of pages whose slots change their keys all the time. */
    static final String RANGES = "ranges";

    /** The same, with gets of several keys at once. */
    static final String GETS = "gets";

    /** Clients of one server, on words, locks, selections and messages. */
    static final String FABRIC = "fabric";

    /** The same, with pages that are freed and used again all the time. */
    static final String REUSE = "reuse";

    /** The same, with a card that copies pages line by line. */
    static final String COPIES = "copies";

    /** The same, by processes that count keys while pages split and merge. */
    static final String COUNTS = "counts";

    /** The same, by threads that share a handle with too few views. */
    static final String HANDLES = "handles";

    static final String RANGES_BUFFERED = "ranges --store-buffers";

    static final String VERBS = "ordered fine --by-verbs";

    /** Few clients on a page or two, on a fabric that keeps no order of WRITEs and no lines. */
    static final String WRITES = "writes";

    /** Few clients on long values that expire, of hardly any keys. */
    static final String EXTENTS = "extents";

    /** The same, where servers change the leaves and clients judge what has expired. */
    static final String EXTENTS_CELL = "extents cell";

    /** Threads of two servers split, merge and move the pages of a few small meganodes. */
    static final String MEGANODES = "meganodes";

    /** A reader looks at a page after every store of its edits, in every order. */
    static final String EDITS = "edits";

    static final String IN_PLACE = "ordered fine --in-place";
    static final String COARSE = "ordered coarse --in-place";
    static final String COARSE_VERBS = "ordered coarse --by-verbs";
    static final String CELL = "ordered cell --by-verbs";
    static final String CELL_IN_PLACE = "ordered cell --in-place";
    static final String SHERMAN = "ordered sherman --by-verbs";

    /** The same, with threads of a process that step in between each other's accesses to queues. */
    static final String QUEUES = "ordered sherman --by-verbs --store-buffers";

    /** The published protocol of fine, where READs are whole and nobody dies. */
    static final String FINE_AS_PUBLISHED = "ordered fine --as-published --faults pauses";

    static final String CELL_AS_PUBLISHED = "ordered cell --as-published";

    /** Indexes of byte strings, which most clients read in place. */
    static final String BYTES = "bytes coarse --in-place";

    /** Indexes of byte strings that clients change by verbs, or in place. */
    static final String BYTES_SHERMAN = "bytes sherman";

    /** Indexes of byte strings whose servers change them, on request, and whose pages move. */
    static final String BYTES_CELL = "bytes cell";

    /** A tree of byte strings of a few pages in place, without servers, which is swept. */
    static final String SWEEPS = "sweeps";

    /** Processes replace values of a small tree in place, and die. */
    static final String SWAPS = "swaps";

    /** Servers copy an index to others, and clients and servers die. */
    static final String SHIPMENTS = "shipments";

    /** A small tree of byte strings, read while stores become visible in every order. */
    static final String STRINGS = "strings";

    /** As {@link #PAGES}, with byte strings as keys of the tree. */
    static final String STRING_PAGES = "string-pages";

    /** As {@link #MERGES}, with byte strings as keys of the tree. */
    static final String STRING_MERGES = "string-merges";

    /** As {@link #RANGES}, with byte strings as keys of the tree. */
    static final String STRING_RANGES = "string-ranges";

    /** As {@link #COPIES}, with byte strings as keys of the tree. */
    static final String STRING_COPIES = "string-copies";

    /** As {@link #EDITS}, of a page whose keys are byte strings. */
    static final String STRING_EDITS = "string-edits";

    /** Any check, drawn from the seed; only these have servers that run out of memory. */
    static final String ALL = "all";

    /**
     * The threads of a process on an R-tree of a few pages, which a card copies line by line; a
     * change may throw an Error.
     */
    static final String NODES = "nodes";

    /** The same, with pages that die and are used again all the time. */
    static final String DEATHS = "deaths";

    /** The same, with a change that breaks off at a store. */
    static final String ABORTS = "aborts";

    static final String NODES_BUFFERED = "nodes --store-buffers";
    static final String DEATHS_BUFFERED = "deaths --store-buffers";

    static final String TREE_VERBS = "spatial rstar --by-verbs";

    /** Some clients count objects in windows while others change small trees of all kinds. */
    static final String WINDOW_COUNTS = "window-counts";

    static final String TREE = "spatial rstar --in-place";
    static final String TREE_BUFFERED = "spatial rstar --store-buffers";
    static final int FEW = 60;
    static final int SOME = 150;
    static final int MANY = 400;

    /** For what shows only if two rare things coincide. */
    static final int VERY_MANY = 2_000;

    /** For merges of pages without servers: a seed takes some 10 ms. */
    static final int MOST = 8_000;

    private Checks() {}
}
