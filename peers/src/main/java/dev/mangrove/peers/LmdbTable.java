package dev.mangrove.peers;

import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;

import java.nio.ByteBuffer;

/**
 * A table of LMDB on a memory file system, with the fastest settings under which other threads see
 * a change when the call returns: no sync, writable map, and threads that renew their read
 * transactions.
 */
public final class LmdbTable implements AutoCloseable {
    private static final long SPARE_BYTES = 1L << 30;
    private static final int READERS = 64;

    private final MemoryFolder folder = MemoryFolder.create();
    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> dbi;

    /** Creates an empty table for so many bytes. */
    public LmdbTable(long bytes, DbiFlags... flags) {
        env =
                Env.create(ByteBufferProxy.PROXY_OPTIMAL)
                        .setMapSize(bytes + SPARE_BYTES)
                        .setMaxDbs(1)
                        .setMaxReaders(READERS)
                        .open(
                                folder.path().toFile(),
                                EnvFlags.MDB_NOSYNC,
                                EnvFlags.MDB_NOMETASYNC,
                                EnvFlags.MDB_WRITEMAP,
                                EnvFlags.MDB_NOMEMINIT,
                                EnvFlags.MDB_NORDAHEAD,
                                EnvFlags.MDB_NOTLS);
        DbiFlags[] all = new DbiFlags[flags.length + 1];
        all[0] = DbiFlags.MDB_CREATE;
        System.arraycopy(flags, 0, all, 1, flags.length);
        dbi = env.openDbi("bench", all);
    }

    /** The environment, for transactions. */
    public Env<ByteBuffer> env() {
        return env;
    }

    /** The table itself. */
    public Dbi<ByteBuffer> dbi() {
        return dbi;
    }

    /** Memory in use. */
    public double bytes() {
        return (double) (env.info().lastPageNumber + 1) * env.stat().pageSize;
    }

    @Override
    public void close() {
        env.close();
        folder.close();
    }
}
