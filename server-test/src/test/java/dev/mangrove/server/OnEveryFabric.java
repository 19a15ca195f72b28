package dev.mangrove.server;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A suite that every fabric of real machines has to pass; the scheme is its constructor's argument.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.mangrove.server.Pools#schemes")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface OnEveryFabric {}
