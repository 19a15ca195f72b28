package dev.mangrove.index.rtree.load;

import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.rtree.tree.TreeWriter;

/** A bulk load by single insertions. */
public final class ObjectInserter {
    private final RTree tree;
    private final TreeWriter writer;
    private final EntryBlock object = new EntryBlock();

    public ObjectInserter(RTree tree, TreeWriter writer) {
        this.tree = tree;
        this.writer = writer;
    }

    /** Inserts all objects, or none. */
    public long insertAll(ObjectTable objects) {
        if (tree.directory().size() > 0) {
            throw new IllegalStateException("the index is not empty; load into an empty one");
        }
        long inserted = 0;
        try {
            for (Walk walk = new Walk(objects); walk.next(); inserted++) {
                insert(object);
            }
        } catch (RuntimeException | Error e) {
            Walk walk = new Walk(objects);
            for (; inserted > 0 && walk.next(); inserted--) {
                boolean _ = writer.delete(object.reference(0));
            }
            throw e;
        }
        return inserted;
    }

    private void insert(EntryBlock one) {
        boolean fresh =
                writer.insert(one.reference(0), one.minX(0), one.minY(0), one.maxX(0), one.maxY(0));
        if (!fresh) {
            throw new IllegalArgumentException("an id occurs twice: id=" + one.reference(0));
        }
    }

    /** Reads the objects in the order in which they came. */
    private final class Walk {
        private final ObjectTable table;
        private long page;
        private long read;

        Walk(ObjectTable table) {
            this.table = table;
            this.page = table.firstPage();
        }

        boolean next() {
            if (read == table.size()) {
                return false;
            }
            int at = (int) (read % table.perPage());
            page = at == 0 && read > 0 ? table.nextPage(page) : page;
            table.read(page, at, object.clear(), 0);
            read++;
            return true;
        }
    }
}
