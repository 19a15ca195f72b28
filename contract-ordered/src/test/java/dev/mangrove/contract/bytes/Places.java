package dev.mangrove.contract.bytes;

import org.junit.jupiter.params.provider.ArgumentsSource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fabrics and designs of a test of byte strings, such as {@code "shm sherman"}; a fabric alone is
 * that with design coarse. At small size the test runs at some of them, with each of the fabrics
 * and each of the designs at least once.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(PlacesInTurn.class)
@interface Places {
    /** All places. */
    String[] value();
}
