package dev.mangrove.fabric.verbs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.verbs.FakeDriver;
import dev.mangrove.fabric.verbs.VerbsFabric;
import dev.mangrove.fabric.verbs.VerbsRegions;
import dev.mangrove.fabric.verbs.control.ControlMessage;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Memory on a device, with a fake driver. */
final class DeviceMemoryTest {
    /** Local write, remote write, read and atomics, from address 0 on. */
    private static final int ACCESS = 1 | 2 | 4 | 8 | 32;

    private static final int CAS = Verb.COMPARE_AND_SWAP.code();
    private static final String ALLOCATED = "alloc_dm true length=256 log_align=3 mask=0";
    private static final String ZEROED = "to_dm true 0+256";
    private static final String REGISTERED = "reg_dm_mr true 0+256 access=" + ACCESS;
    private static final String DEREGISTERED = "dereg_mr true";
    private static final String FREED = "free_dm true";

    private final FakeDriver driver = new FakeDriver();

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void shouldDeclareWhatTheDeviceSays() {
        assertThat(VerbsFabric.capabilitiesOf(driver.open().info()).deviceMemory())
                .isEqualTo(FakeDriver.MEMORY);
        driver.hasMemory = false;
        assertThat(VerbsFabric.capabilitiesOf(driver.open().info()).deviceMemory()).isZero();
    }

    @Test
    void shouldZeroMemoryBeforePeersGetIt() {
        VerbsRegions regions = new VerbsRegions(driver.open());
        Region region = regions.allocate(7, 256, Placement.DEVICE);
        assertThat(driver.calls).containsExactly(ALLOCATED, ZEROED, REGISTERED);
        assertThat(driver.chip.asSlice(0, 256).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        assertThat(driver.chip.get(ValueLayout.JAVA_BYTE, 256)).isNotZero();
        assertThat(region.handle().placement()).isEqualTo(Placement.DEVICE);
        assertThat(region.handle().size()).isEqualTo(256);
        assertThat(region.isArbitratedByProcessor()).isFalse();
        regions.close();
    }

    @Test
    void shouldTellClientsThatItStartsAtZero() {
        VerbsRegions regions = new VerbsRegions(driver.open());
        Region region = regions.allocate(7, 256, Placement.DEVICE);
        ControlMessage attached = regions.attach(7, region.handle().key());
        assertThat(attached.word(1)).isEqualTo(256);
        assertThat(attached.word(2)).isZero();
        assertThat(attached.regionKey()).isEqualTo(FakeDriver.REMOTE_KEY);
        assertThat(attached.isServed()).isFalse();
        assertThat(regions.attach(7, region.handle().key() + 1).word(1)).isZero();
        assertThat(regions.atomic(region.handle().address(0), CAS, 0, 1).word(1))
                .as("no processor changes it")
                .isZero();
        regions.close();
    }

    @Test
    void shouldGiveMemoryBackOnReleaseAndOnClose() {
        VerbsRegions regions = new VerbsRegions(driver.open());
        Region region = regions.allocate(7, 256, Placement.DEVICE);
        driver.calls.clear();
        regions.release(region);
        assertThat(driver.calls).containsExactly(DEREGISTERED, FREED);
        regions.allocate(7, 256, Placement.DEVICE);
        driver.calls.clear();
        regions.close();
        assertThat(driver.calls).containsExactly(DEREGISTERED, FREED);
    }

    @Test
    void shouldCopyAndClearThroughTheDriverAlone() {
        VerbsRegions regions = new VerbsRegions(driver.open());
        Region region = regions.allocate(7, 256, Placement.DEVICE);
        driver.chip.set(ValueLayout.JAVA_LONG, 16, 99);
        driver.calls.clear();
        assertFails(Kind.UNSUPPORTED, region::memory, "region=7");
        MemorySegment copy = Arena.ofAuto().allocate(24);
        region.copyOut(8, copy);
        assertThat(copy.get(ValueLayout.JAVA_LONG_UNALIGNED, 8)).isEqualTo(99);
        region.commit(0, 256);
        region.discard(16, 8);
        assertThat(driver.chip.get(ValueLayout.JAVA_LONG, 16)).isZero();
        assertThat(driver.calls).containsExactly("from_dm true 8+24", "to_dm true 16+8");
        regions.close();
    }

    @Test
    void shouldNotLetTheDriverCopyWhatItMustNot() {
        VerbsRegions regions = new VerbsRegions(driver.open());
        Region region = regions.allocate(7, 250, Placement.DEVICE);
        assertThat(driver.calls).as("whole words").containsExactly(ALLOCATED, ZEROED, REGISTERED);
        driver.calls.clear();
        assertThatIllegalArgumentException().isThrownBy(() -> region.discard(2, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> region.discard(4, 6));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> region.discard(248, 16));
        regions.release(region);
        driver.calls.clear();
        assertFails(Kind.CLOSED, () -> region.discard(0, 8), "given back");
        assertFails(Kind.CLOSED, () -> region.copyOut(0, Arena.ofAuto().allocate(8)), "given back");
        assertThat(driver.calls).isEmpty();
    }

    @Test
    void shouldSayWhenTheDeviceHasNoMemory() {
        driver.hasMemory = false;
        VerbsRegions regions = new VerbsRegions(driver.open());
        assertFails(Kind.UNSUPPORTED, () -> regions.allocate(7, 256, Placement.DEVICE), "fake0");
        assertThat(driver.calls).isEmpty();
        driver.hasMemory = true;
        driver.shorten();
        VerbsRegions old = new VerbsRegions(driver.open());
        assertThat(VerbsFabric.capabilitiesOf(driver.open().info()).deviceMemory())
                .as("a driver that can tell and cannot give")
                .isEqualTo(FakeDriver.MEMORY);
        assertFails(Kind.UNSUPPORTED, () -> old.allocate(7, 256, Placement.DEVICE), "alloc_dm");
        assertThat(driver.calls).isEmpty();
    }

    @Test
    void shouldSayWhenTheDeviceHasNotSoMuch() {
        VerbsRegions regions = new VerbsRegions(driver.open());
        assertFails(
                Kind.OUT_OF_MEMORY,
                () -> regions.allocate(7, FakeDriver.MEMORY + 8, Placement.DEVICE),
                "4104",
                "4096",
                "fake0",
                "ibv_alloc_dm");
        driver.calls.clear();
        driver.refusesMemory = true;
        assertFails(Kind.OUT_OF_MEMORY, () -> regions.allocate(7, 256, Placement.DEVICE), "256");
        assertThat(driver.calls).containsExactly(ALLOCATED);
        driver.refusesMemory = false;
        regions.release(regions.allocate(7, 256, Placement.DEVICE));
    }

    @Test
    void shouldFreeMemoryThatCannotBeZeroedOrRegistered() {
        VerbsRegions regions = new VerbsRegions(driver.open());
        driver.refusesCopies = true;
        assertFails(
                Kind.OUT_OF_MEMORY,
                () -> regions.allocate(7, 256, Placement.DEVICE),
                "ibv_memcpy_to_dm");
        assertThat(driver.calls).containsExactly(ALLOCATED, ZEROED, FREED);
        driver.calls.clear();
        driver.refusesCopies = false;
        driver.refusesRegistrations = true;
        assertFails(
                Kind.OUT_OF_MEMORY,
                () -> regions.allocate(7, 256, Placement.DEVICE),
                "ibv_reg_dm_mr");
        assertThat(driver.calls).containsExactly(ALLOCATED, ZEROED, REGISTERED, FREED);
    }

    @Test
    void shouldNotExposeTheMemoryOfAnotherTarget() {
        Device device = driver.open();
        VerbsRegions regions = new VerbsRegions(device);
        Region region = regions.allocate(7, 256, Placement.DEVICE);
        assertFails(Kind.UNSUPPORTED, () -> new VerbsRegions(device).register(region), "region=7");
        regions.close();
        driver.calls.clear();
        device.close();
        assertThat(driver.calls).containsExactly("dealloc_pd", "close");
    }

    private static void assertFails(Kind kind, ThrowingCallable call, String... parts) {
        assertThatExceptionOfType(FabricException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.kind()).isEqualTo(kind))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }
}
