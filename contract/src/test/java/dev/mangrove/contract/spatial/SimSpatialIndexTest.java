package dev.mangrove.contract.spatial;

import dev.mangrove.index.spatial.SpatialIndexContract;
import dev.mangrove.index.spatial.SpatialPlace;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Spatial indexes fulfil their contract on the simulated fabric. */
@ParameterizedClass(name = "{0}")
@MethodSource("settings")
final class SimSpatialIndexTest extends SpatialIndexContract {
    private final Setting setting;

    SimSpatialIndexTest(Setting setting) {
        this.setting = setting;
    }

    static Stream<Setting> settings() {
        return Setting.on("sim");
    }

    @Override
    protected SpatialPlace newPlace() {
        return new SimPlace(setting, 1);
    }

    @Override
    protected double effort() {
        return 0.4;
    }
}
