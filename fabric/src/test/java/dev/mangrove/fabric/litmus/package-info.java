/**
 * Help for litmus tests: two real threads that race on what one thread hands to the other. Such a
 * test shows that an order is missing only now and then, so each runs many rounds.
 */
package dev.mangrove.fabric.litmus;
