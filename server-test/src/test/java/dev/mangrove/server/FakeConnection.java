package dev.mangrove.server;

import dev.mangrove.fabric.Connection;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** A connection that accepts as many messages as it has room for. */
public final class FakeConnection implements Connection {
    public final List<byte[]> taken = new ArrayList<>();
    public int room = Integer.MAX_VALUE;
    boolean closed;
    boolean lingers;
    private @Nullable Object attachment;

    @Override
    public long id() {
        return 1;
    }

    @Override
    public String peer() {
        return "fake client";
    }

    @Override
    public boolean trySend(MemorySegment memory, long offset, int length) {
        if (room == 0) {
            return false;
        }
        room--;
        taken.add(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
        return true;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public boolean isGone() {
        return closed && !lingers;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public @Nullable Object attachment() {
        return attachment;
    }

    @Override
    public void attach(@Nullable Object kept) {
        attachment = kept;
    }
}
