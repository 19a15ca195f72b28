package dev.mangrove.check.mutants;

import java.util.ArrayList;
import java.util.List;

/** All mutants, each with the check that must object. */
final class MutantCatalogue {
    /** In the order of layers. */
    static final List<Mutant> ALL = all();

    private MutantCatalogue() {}

    private static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        FabricMutants.addTo(all);
        PageMutants.addTo(all);
        StringMutants.addTo(all);
        ExtentMutants.addTo(all);
        ExpiryMutants.addTo(all);
        LatchMutants.addTo(all);
        OrderedMutants.addTo(all);
        PublishingMutants.addTo(all);
        CacheMutants.addTo(all);
        SpatialMutants.addTo(all);
        BytesMutants.addTo(all);
        MeganodeStringMutants.addTo(all);
        ShipmentMutants.addTo(all);
        PublishedProtocols.addTo(all);
        VerifyMutants.addTo(all);
        return List.copyOf(all);
    }
}
