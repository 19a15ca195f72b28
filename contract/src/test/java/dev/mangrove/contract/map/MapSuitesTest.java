package dev.mangrove.contract.map;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.TestSortedMapGenerator;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;

import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.Codecs;
import dev.mangrove.index.ordered.Design;

import junit.framework.TestCase;
import junit.framework.TestSuite;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Guava's suites of sorted and of concurrent maps, on maps of an embedded server. At full size with
 * all suites of views of views; else those of the whole map and of its reverse.
 */
final class MapSuitesTest {
    private static final Pattern PARTS = Pattern.compile("subMap|headMap|tailMap");
    private static final Pattern REVERSED = Pattern.compile("descending.*(descending|values|keys)");

    private static Mangrove mangrove;

    @BeforeAll
    static void start() {
        mangrove = Mangrove.embedded();
    }

    @AfterAll
    static void stop() {
        mangrove.close();
    }

    @TestFactory
    Stream<DynamicNode> shouldPassWhenKeysAndValuesAreText() {
        ConcurrentNavigableMap<String, String> map = mangrove.map("text", Codecs.UTF8, Codecs.UTF8);
        return tests(suite("text", new TextMaps(map)));
    }

    @TestFactory
    Stream<DynamicNode> shouldPassWhenClientsChangePagesOfTextInDesignSherman() {
        assumeTrue(TestSize.MATRIX, "as where servers change pages: -Pci");
        return tests(suite("text in sherman", new TextMaps(textOf(Design.SHERMAN))));
    }

    @TestFactory
    Stream<DynamicNode> shouldPassWhenClientsChangePagesOfTextInDesignFine() {
        assumeTrue(TestSize.MATRIX, "as in sherman, but for the locks: -Pci");
        return tests(suite("text in fine", new TextMaps(textOf(Design.FINE))));
    }

    @TestFactory
    Stream<DynamicNode> shouldPassWhenServersChangePagesOfTextInDesignCell() {
        assumeTrue(TestSize.MATRIX, "as in sherman, but for the changes: -Pci");
        return tests(suite("text in cell", new TextMaps(textOf(Design.CELL))));
    }

    private static ConcurrentNavigableMap<String, String> textOf(Design design) {
        BytesOptions options = BytesOptions.DEFAULT.withDesign(design);
        return mangrove.bytes("text-" + design.text(), options).asMap(Codecs.UTF8, Codecs.UTF8);
    }

    @TestFactory
    Stream<DynamicNode> shouldPassWhenKeysAndValuesAreNumbers() {
        return tests(suite("numbers", new NumberMaps(mangrove.ordered("numbers").asMap())));
    }

    private static <K, V> TestSuite suite(String name, TestSortedMapGenerator<K, V> maps) {
        return ConcurrentNavigableMapTestSuiteBuilder.using(maps)
                .named(name)
                .withFeatures(
                        CollectionSize.ZERO,
                        CollectionSize.SEVERAL,
                        CollectionFeature.KNOWN_ORDER,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                        MapFeature.GENERAL_PURPOSE)
                .createTestSuite();
    }

    /** The tests of a suite, and of the suites in it, as tests of this class. */
    @SuppressWarnings("JdkObsolete") // Guava's suites consist of tests of JUnit 3.
    private static Stream<DynamicNode> tests(TestSuite suite) {
        return Collections.list(suite.tests()).stream()
                .filter(test -> TestSize.FULL || isShort(test.toString()))
                .map(
                        test ->
                                test instanceof TestSuite inner
                                        ? DynamicContainer.dynamicContainer(
                                                inner.toString(), tests(inner))
                                        : DynamicTest.dynamicTest(
                                                test.toString(), ((TestCase) test)::runBare));
    }

    private static boolean isShort(String suite) {
        return !PARTS.matcher(suite).find() && !REVERSED.matcher(suite).find();
    }

    private static final class TextMaps extends TestStringSortedMapGenerator {
        private final ConcurrentNavigableMap<String, String> map;

        TextMaps(ConcurrentNavigableMap<String, String> map) {
            this.map = map;
        }

        @Override
        protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
            return filled(map, List.of(entries));
        }
    }

    private static <K, V> NavigableMap<K, V> filled(
            ConcurrentNavigableMap<K, V> map, List<Map.Entry<K, V>> entries) {
        map.clear();
        entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
        return map;
    }

    private static final class NumberMaps extends NumberMapGenerator {
        private final ConcurrentNavigableMap<Long, Long> map;

        NumberMaps(ConcurrentNavigableMap<Long, Long> map) {
            this.map = map;
        }

        @Override
        NavigableMap<Long, Long> create(List<Map.Entry<Long, Long>> entries) {
            return filled(map, entries);
        }
    }
}
