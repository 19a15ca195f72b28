package dev.mangrove.fabric.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says on which provider the contracts in a class run. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ProviderUnderTest {
    /** The provider. */
    Class<? extends FabricUnderTest> value();
}
