package dev.mangrove.server.service;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.AnswerSource;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.state.ServerSpatialTree;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * The answer to a search: objects as they are found, then the pages that were looked at. Where the
 * results do not fit one message, the search continues as the client receives them.
 */
final class SpatialAnswer implements AnswerSource {
    private final ServerSpatialTree owner;
    private final LocalSpatialTree tree;
    private final SpatialCursor cursor;
    private final boolean distances;
    private final @Nullable Refiner refiner;
    private final long pagesBefore;
    private boolean done;

    SpatialAnswer(
            ServerSpatialTree owner,
            LocalSpatialTree tree,
            SpatialCursor cursor,
            boolean distances,
            @Nullable Refiner refiner) {
        this.owner = owner;
        this.tree = tree;
        this.cursor = cursor;
        this.distances = distances;
        this.refiner = refiner;
        this.pagesBefore = tree.pagesVisited();
    }

    void answer(Reply reply) {
        reply.stream(this);
    }

    @Override
    public int fill(MemorySegment memory, long offset, int capacity) {
        int words = SpatialKind.OBJECT_WORDS + (distances ? 1 : 0);
        int room = capacity / Long.BYTES - words - 1;
        int word = 0;
        int found = 0;
        while (word <= room) {
            if ((refiner != null && refiner.isFull()) || !cursor.next()) {
                finish();
                Words.put(memory, offset, word++, tree.pagesVisited() - pagesBefore);
                break;
            }
            found++;
            if (refiner == null || refiner.keeps(cursor.id())) {
                word = put(memory, offset, word);
            }
        }
        owner.host().work(Host.Work.ENTRY, found);
        return Words.bytes(word);
    }

    private int put(MemorySegment memory, long offset, int first) {
        int word = first;
        if (distances) {
            number(memory, offset, word++, cursor.distance());
        }
        Words.put(memory, offset, word++, cursor.id());
        number(memory, offset, word++, cursor.minX());
        number(memory, offset, word++, cursor.minY());
        number(memory, offset, word++, cursor.maxX());
        number(memory, offset, word++, cursor.maxY());
        return word;
    }

    private static void number(MemorySegment memory, long offset, int word, double number) {
        Words.put(memory, offset, word, Double.doubleToRawLongBits(number));
    }

    private void finish() {
        done = true;
        cursor.close();
        owner.giveBack(tree);
    }

    @Override
    public boolean isDone() {
        return done;
    }
}
