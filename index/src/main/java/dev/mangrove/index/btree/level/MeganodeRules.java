package dev.mangrove.index.btree.level;

import org.jspecify.annotations.Nullable;

/**
 * What changes of inner pages keep to where a tree consists of meganodes.
 *
 * @param rootLevel level of the roots of meganodes, which are never merged
 * @param guard excludes merges and splits of inner pages from each other
 * @param growth takes the separators of roots of meganodes where another server has the level above
 *     them; null at the home server
 */
record MeganodeRules(int rootLevel, StructureGuard guard, InnerChanges.@Nullable Growth growth) {}
