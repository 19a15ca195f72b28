/**
 * The seeded check of shipments: copies of an ordered index, and secondary indexes of it, that
 * servers load. {@code ShipmentsTrial} is one run; {@code ShippedIndex} compares a target with its
 * source through the history of the source's keys.
 */
@NullMarked
package dev.mangrove.check.shipment;

import org.jspecify.annotations.NullMarked;
