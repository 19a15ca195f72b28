package dev.mangrove.fabric.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

final class HugePageOfferTest {
    private static final Path FOLDER = Path.of("/dev/shm/mangrove-7");
    private static final String NEVER = "always within_size advise [never] deny force";
    private static final String KERNEL = "6.1.0-18-amd64";
    private static final String ROOT = "/dev/root / ext4 rw,relatime 0 0";

    @Test
    void shouldNameTheCommandThatTurnsHugePagesOnWhenTheMountHasNoOption() {
        HugePageOffer offer =
                HugePageOffer.of(
                        FOLDER,
                        NEVER,
                        List.of(ROOT, "tmpfs /dev/shm tmpfs rw,size=9k 0 0"),
                        KERNEL);
        assertThat(offer.offered()).isFalse();
        assertThat(offer.setting()).isEqualTo("/dev/shm huge=never");
        assertThat(offer.remedy()).isEqualTo("mount -o remount,huge=advise /dev/shm");
    }

    @Test
    void shouldOfferHugePagesWhenTheMountHasTheOption() {
        HugePageOffer offer =
                HugePageOffer.of(
                        FOLDER,
                        NEVER,
                        List.of("tmpfs /dev/shm tmpfs rw,huge=advise,size=9k 0 0", ROOT),
                        KERNEL);
        assertThat(offer.offered()).isTrue();
        assertThat(offer.setting()).isEqualTo("/dev/shm huge=advise");
        assertThat(offer.remedy()).isNull();
    }

    @Test
    void shouldNotTakeAdviceForAnOfferOnKernelsThatDoNotPopulate() {
        List<String> mounts = List.of("tmpfs /dev/shm tmpfs rw,huge=advise 0 0");

        HugePageOffer old = HugePageOffer.of(FOLDER, NEVER, mounts, "5.13.19-2-pve");
        assertThat(old.offered()).isFalse();
        assertThat(old.setting()).isEqualTo("/dev/shm huge=advise, kernel 5.13.19-2-pve");
        assertThat(old.remedy()).isEqualTo("mount -o remount,huge=always /dev/shm");
        for (String kernel : List.of("5.14.0", "5.15", "6.1.0-18-amd64", "rolling")) {
            assertThat(HugePageOffer.of(FOLDER, NEVER, mounts, kernel).offered())
                    .as(kernel)
                    .isTrue();
        }
    }

    @Test
    void shouldOfferWhatNeedsNoAdviceOnAnyKernel() {
        List<String> always = List.of("tmpfs /dev/shm tmpfs rw,huge=always 0 0");
        List<String> none = List.of("tmpfs /dev/shm tmpfs rw 0 0");

        assertThat(HugePageOffer.of(FOLDER, NEVER, always, "4.18.0-553").offered()).isTrue();
        assertThat(HugePageOffer.of(FOLDER, NEVER, none, "4.18.0-553").remedy())
                .isEqualTo("mount -o remount,huge=always /dev/shm");
    }

    @Test
    void shouldTakeTheLastMountOfAFolder() {
        HugePageOffer offer =
                HugePageOffer.of(
                        FOLDER,
                        NEVER,
                        List.of(
                                "tmpfs /dev/shm tmpfs rw,huge=always 0 0",
                                "tmpfs /dev/shm tmpfs rw 0 0",
                                "tmpfs /dev/shmx tmpfs rw,huge=always 0 0"),
                        KERNEL);
        assertThat(offer.offered()).isFalse();
    }

    @Test
    void shouldFollowTheSettingForAllMountsFirst() {
        List<String> with = List.of("tmpfs /dev/shm tmpfs rw,huge=advise 0 0");
        List<String> without = List.of("tmpfs /dev/shm tmpfs rw 0 0");
        assertThat(HugePageOffer.of(FOLDER, "never [deny] force", with, KERNEL).offered())
                .isFalse();
        assertThat(HugePageOffer.of(FOLDER, "never deny [force]", without, KERNEL).offered())
                .isTrue();
    }

    @Test
    void shouldSayWhatThisMachineOffers() {
        HugePageOffer offer = HugePageOffer.of(FOLDER);
        assertThat(offer.offered()).isEqualTo(offer.remedy() == null);
    }
}
