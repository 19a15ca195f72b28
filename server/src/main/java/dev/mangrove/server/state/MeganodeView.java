package dev.mangrove.server.state;

import dev.mangrove.index.btree.meganode.MeganodeTree;
import dev.mangrove.index.btree.meganode.StringEntries;
import dev.mangrove.server.request.Request;

import org.jspecify.annotations.Nullable;

/** One worker's view of this server's part of a tree of meganodes, for a request at a time. */
public final class MeganodeView {
    private final MeganodeTree tree;
    private final RequestKeys keys;
    private final @Nullable RequestMemory memory;
    private boolean committed;

    MeganodeView(MeganodeTree tree, @Nullable RequestMemory memory) {
        this.tree = tree;
        this.keys = new RequestKeys(tree.order());
        this.memory = memory;
    }

    /** The pages of this server. */
    public MeganodeTree tree() {
        return tree;
    }

    /** The words and keys of the request. */
    public RequestKeys keys() {
        return keys;
    }

    /** The memory that the request takes for long keys; null where keys are words. */
    public @Nullable RequestMemory memory() {
        return memory;
    }

    /** Begins a request, which has at least so many words. */
    public void begin(Request request, int words) {
        committed = memory == null;
        StringEntries strings = tree.strings();
        if (strings != null) {
            strings.reset();
        }
        keys.begin(request, words);
    }

    /** The request has been served. */
    public void commit() {
        RequestMemory used = memory;
        if (used != null) {
            used.commit();
            committed = true;
        }
    }

    /** The request ends; one that was not served gives back what it has taken. */
    void end() {
        RequestMemory used = memory;
        StringEntries strings = tree.strings();
        if (!committed && used != null && strings != null) {
            used.fail(strings.isEdited());
        }
        keys.end();
    }
}
