package dev.mangrove.contract.bytes;

import dev.mangrove.index.TestSize;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Chooses among {@link Places}: which ones depends on the name of the test. */
final class PlacesInTurn implements ArgumentsProvider, AnnotationConsumer<Places> {
    private List<String> places = List.of();

    @Override
    public void accept(Places of) {
        places = List.of(of.value());
    }

    @Override
    public Stream<? extends Arguments> provideArguments(
            ParameterDeclarations parameters, ExtensionContext context) {
        String test = context.getRequiredTestMethod().getName();
        return (TestSize.MATRIX ? places : some(places, test.hashCode()))
                .stream().map(Arguments::of);
    }

    /** Few places that have all fabrics and all designs; a number says where the choice begins. */
    static List<String> some(List<String> places, int number) {
        List<String> left = new ArrayList<>(places);
        Collections.rotate(left, number % places.size());
        Set<String> had = new HashSet<>();
        List<String> chosen = new ArrayList<>();
        for (int news = 2; news > 0; news--) {
            for (String place : left) {
                Set<String> parts = new HashSet<>(partsOf(place));
                parts.removeAll(had);
                if (parts.size() >= news) {
                    chosen.add(place);
                    had.addAll(parts);
                }
            }
        }
        return chosen;
    }

    private static List<String> partsOf(String place) {
        return place.contains(" ") ? List.of(place.split(" ", 2)) : List.of(place, "coarse");
    }
}
