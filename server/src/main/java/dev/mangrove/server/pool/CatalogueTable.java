package dev.mangrove.server.pool;

import dev.mangrove.fabric.Region;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.request.RefusedException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The pool's indexes and their root slots, at the registrar. A new index takes an unused slot, or
 * if there is none the one of a dropped index that was freed first.
 */
public final class CatalogueTable {
    private static final int SLOTS =
            (int) ((AddressSpace.SLOTS_END - AddressSpace.FIRST_SLOT) / AddressSpace.SLOT_BYTES);

    private final Region region;
    private final SortedMap<String, IndexDescriptor> byName = new TreeMap<>();
    private final Set<Long> ids = new HashSet<>();
    private final Deque<Integer> dropped = new ArrayDeque<>();
    private int slotsUsed;
    private long lastId;

    public CatalogueTable(Region region) {
        this.region = region;
    }

    public synchronized IndexDescriptor create(IndexSpec spec) {
        if (byName.containsKey(spec.name())) {
            throw new RefusedException(Status.EXISTS, "index " + spec.name() + " exists already");
        }
        long offset = AddressSpace.FIRST_SLOT + (long) freeSlot() * AddressSpace.SLOT_BYTES;
        long generation = RootSlot.generation(region.memory(), offset);
        IndexDescriptor descriptor =
                new IndexDescriptor(++lastId, region.handle().address(offset), generation, spec);
        byName.put(spec.name(), descriptor);
        ids.add(descriptor.id());
        return descriptor;
    }

    public synchronized IndexDescriptor open(String name) {
        return existing(byName.get(name), name);
    }

    public synchronized Optional<IndexDescriptor> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public synchronized List<IndexDescriptor> list() {
        return List.copyOf(byName.values());
    }

    /** Removes an index; the caller frees its memory and its slot. */
    public synchronized IndexDescriptor drop(String name) {
        IndexDescriptor descriptor = existing(byName.remove(name), name);
        ids.remove(descriptor.id());
        long offset = dev.mangrove.fabric.Address.offset(descriptor.rootSlot());
        RootSlot.retire(region.memory(), offset);
        return descriptor;
    }

    /** Frees the slot of a dropped index; no client can write to it any more. */
    public synchronized void freeSlot(IndexDescriptor descriptor) {
        long offset = dev.mangrove.fabric.Address.offset(descriptor.rootSlot());
        RootSlot.clear(region.memory(), offset);
        dropped.addLast((int) ((offset - AddressSpace.FIRST_SLOT) / AddressSpace.SLOT_BYTES));
    }

    public synchronized boolean contains(long id) {
        return ids.contains(id);
    }

    /** The ids that are in use. */
    public synchronized UsedIds usedIds() {
        return new UsedIds(lastId, ids);
    }

    public synchronized int size() {
        return byName.size();
    }

    private int freeSlot() {
        if (slotsUsed < SLOTS) {
            return slotsUsed++;
        }
        Integer slot = dropped.pollFirst();
        if (slot == null) {
            throw new RefusedException(Status.LIMIT, "the catalogue is full: indexes=" + SLOTS);
        }
        return slot;
    }

    private static IndexDescriptor existing(@Nullable IndexDescriptor found, String name) {
        if (found == null) {
            throw new RefusedException(Status.NOT_FOUND, "there is no index " + name);
        }
        return found;
    }
}
