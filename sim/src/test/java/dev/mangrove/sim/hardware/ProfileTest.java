package dev.mangrove.sim.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

final class ProfileTest {
    @Test
    void shouldSayWhereEachNumberOfEachProfileComesFrom() {
        for (String name : Profile.names()) {
            Profile profile = Profile.named(name);
            for (String key : profile.keys()) {
                boolean isPromise = key.startsWith("promise.");
                assertThat(isPromise || !profile.source(key).isEmpty())
                        .as(name + " " + key)
                        .isTrue();
            }
        }
    }

    @Test
    void shouldTakeOverWhatItDoesNotSet() {
        Profile profile = Profile.parse("mine", "extends sherman-cx5\nnic.gbps = 200 # mine\n");

        assertThat(profile.value("nic.gbps")).isEqualTo(200);
        assertThat(profile.source("nic.gbps")).isEqualTo("mine");
        assertThat(profile.value("atomic.chip_ns")).isEqualTo(9.09);
        assertThat(profile.value("dma.tags")).isEqualTo(64);
    }

    @Test
    void shouldReadAFileOfAUser(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("ours.profile");
        Files.writeString(file, "link.ns = 777\n");

        assertThat(Profile.named(file.toString()).value("link.ns")).isEqualTo(777);
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Profile.parse("mine", "\nnic.gpbs = 1\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mine:2: no such key: nic.gpbs");
        assertThatThrownBy(() -> Profile.parse("mine", "nic.gbps = fast"))
                .hasMessage("mine:1: not a number: fast");
        assertThatThrownBy(() -> Profile.parse("mine", "nic.gbps = -1"))
                .hasMessage("mine:1: not a number from 0 on: -1");
        assertThatThrownBy(() -> Profile.parse("mine", "nic.gbps"))
                .hasMessageStartingWith("mine:1: neither");
        assertThatThrownBy(() -> Profile.named("nowhere"))
                .hasMessageStartingWith("no such profile: nowhere");
    }
}
