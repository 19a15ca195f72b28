package dev.mangrove.fabric;

import dev.mangrove.fabric.FabricException.Kind;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.URI;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * A reliable, ordered connection to one server. Requests take effect at the server in the order
 * they were posted, batch after batch. After the first error every later request fails with it;
 * nothing is retried silently.
 */
public abstract class Channel implements AutoCloseable {
    private static final VarHandle FAILURE;

    static {
        try {
            FAILURE =
                    MethodHandles.lookup()
                            .findVarHandle(Channel.class, "failure", FabricException.class)
                            .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Size of a region that is not attached: no offset is below it. */
    private static final long NOT_ATTACHED = -1;

    private final Endpoint endpoint;
    private final URI peer;
    private final Capabilities capabilities;
    private final int largestMessage;
    private final int largestTransfer;
    private final boolean maskedAtomics;
    private final Meter meter = new Meter();
    private @Nullable RegionHandle[] regions = new RegionHandle[0];
    private long[] sizes = new long[0];
    private volatile @Nullable FabricException failure;

    /** For providers. */
    protected Channel(Endpoint endpoint, URI peer, Capabilities capabilities) {
        this.endpoint = endpoint;
        this.peer = peer;
        this.capabilities = capabilities;
        this.largestMessage = capabilities.largestMessage();
        this.largestTransfer = capabilities.largestTransfer();
        this.maskedAtomics = capabilities.maskedAtomics();
    }

    /** What the fabric of this channel promises. */
    public final Capabilities capabilities() {
        return capabilities;
    }

    /**
     * Makes a region of the server reachable.
     *
     * @throws FabricException {@code BAD_KEY} if the server has no such region or the key does not
     *     open it; some fabrics say so only at the first use
     */
    public final void attach(RegionHandle region) {
        checkOpen();
        doAttach(region);
        if (region.id() >= regions.length) {
            regions = Arrays.copyOf(regions, region.id() + 1);
            int known = sizes.length;
            sizes = Arrays.copyOf(sizes, region.id() + 1);
            Arrays.fill(sizes, known, sizes.length, NOT_ATTACHED);
        }
        regions[region.id()] = region;
        sizes[region.id()] = region.size();
    }

    /**
     * Makes a region unreachable that the server has released; the next verb on it fails. From any
     * thread.
     */
    protected final void detach(int region) {
        regions[region] = null;
        sizes[region] = NOT_ATTACHED;
    }

    /** A new reusable batch for at most {@code capacity} requests. */
    public abstract Batch batch(int capacity);

    /**
     * A region's own memory, to be read and written in place.
     *
     * @throws FabricException {@code UNSUPPORTED} unless {@link Capabilities#directAccess} is
     *     declared, and for regions on a device
     */
    public abstract MemorySegment direct(RegionHandle region);

    /** What this channel has done. */
    public final Meter meter() {
        return meter;
    }

    /** The server, as it was given to {@link Endpoint#connect}. */
    public final URI peer() {
        return peer;
    }

    /** The endpoint this channel belongs to. */
    public final Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Whether requests can still be posted. Called for each batch, so the load is opaque: it does
     * not wait for earlier stores.
     */
    public final boolean isOpen() {
        return (FabricException) FAILURE.getOpaque(this) == null;
    }

    /** Ends the connection; what is outstanding fails with {@code CLOSED}. */
    @Override
    public abstract void close();

    /** Makes a region reachable at the provider. */
    protected abstract void doAttach(RegionHandle region);

    /** Throws what this channel failed with, if it has. */
    public final void checkOpen() {
        if (!isOpen()) {
            throw again(Objects.requireNonNull(failure));
        }
    }

    /** What this channel failed with, if it has. */
    public final @Nullable FabricException failure() {
        return failure;
    }

    /** Fails the channel for good; the first failure stays. From any thread. */
    protected final synchronized FabricException fail(FabricException reason) {
        if (failure == null) {
            failure = reason;
            endpoint.noteFailure();
        }
        return reason;
    }

    /** Fails the channel over one request. */
    protected final FabricException fail(
            Kind kind, Verb verb, long address, int length, String what) {
        return fail(new FabricException(kind, describe(verb, address, length) + ": " + what));
    }

    /**
     * Waits for something other than a completion or a message, for at most the time limit of the
     * endpoint.
     *
     * @param what is waited for, for the exception
     */
    protected final void await(BooleanSupplier condition, String what) {
        long started = endpoint.host().nanoTime();
        while (!condition.getAsBoolean()) {
            checkOpen();
            long passed = endpoint.host().nanoTime() - started;
            if (passed >= endpoint.timeoutNanos()) {
                throw timedOut(what);
            }
            if (passed >= endpoint.waiting().spinNanos()) {
                endpoint.block(
                        Math.min(Endpoint.LONGEST_BLOCK_NANOS, endpoint.timeoutNanos() - passed));
            }
            endpoint.progress();
        }
        checkOpen();
    }

    private FabricException timedOut(String what) {
        return fail(
                new FabricException(
                        Kind.TIMEOUT,
                        what
                                + " of "
                                + peer
                                + ": no answer within "
                                + endpoint.timeoutNanos() / 1_000_000
                                + " ms"));
    }

    /** Whether a request may be posted: attached, within bounds and limits, aligned. */
    final boolean admits(Verb verb, long address, int length) {
        if (verb == Verb.SEND) {
            return length <= largestMessage;
        }
        int id = Address.region(address);
        long size = id < sizes.length ? sizes[id] : NOT_ATTACHED;
        return Address.offset(address) <= size - length
                && length <= largestTransfer
                && (!verb.isAtomic() || admitsAtomic(verb, address));
    }

    /** Whether a gather or scatter may be posted. */
    final boolean admits(Selection selection) {
        return selection.bytes() <= largestTransfer
                && firstOutside(selection) == SelectionBounds.INSIDE
                && SelectionBounds.hasAlignedGuards(selection);
    }

    /** The first row or column of a selection outside of the attached regions. */
    final int firstOutside(Selection selection) {
        return SelectionBounds.firstOutside(selection, sizes);
    }

    /** Whether the region of an address is attached. */
    final boolean isAttached(long address) {
        int id = Address.region(address);
        return id < sizes.length && sizes[id] != NOT_ATTACHED;
    }

    private boolean admitsAtomic(Verb verb, long address) {
        return (address & 7) == 0 && (verb != Verb.MASKED_COMPARE_AND_SWAP || maskedAtomics);
    }

    /** The attached region of an address, or a failure that names the request. */
    protected final RegionHandle regionOf(Verb verb, long address, int length) {
        int id = Address.region(address);
        RegionHandle region = id < regions.length ? regions[id] : null;
        if (region == null) {
            throw fail(Kind.BAD_KEY, verb, address, length, "region " + id + " is not attached");
        }
        if (Address.offset(address) > region.size() - length) {
            throw fail(
                    Kind.OUT_OF_BOUNDS,
                    verb,
                    address,
                    length,
                    "region ends at 0x" + Long.toHexString(region.size()));
        }
        return region;
    }

    /** Names a request in full. */
    protected final String describe(Verb verb, long address, int length) {
        return verb == Verb.SEND
                ? verb + " of " + length + " bytes to " + peer
                : verb + " of " + length + " bytes at " + Address.toString(address) + " of " + peer;
    }

    /** A failure as seen by a later request: same kind, own stack trace. */
    private static FabricException again(FabricException first) {
        return new FabricException(
                first.kind(), "channel has failed: " + first.getMessage(), first);
    }
}
