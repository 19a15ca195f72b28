/**
 * Records the operations of clients on an index with their responses, and checks that a correct
 * index can have produced the history.
 *
 * <h2>The model</h2>
 *
 * <p>A key is a register that is absent or holds a 64-bit value; all keys are absent at first, so
 * recorders add loaded entries as puts. An operation has a client, a kind, a key, up to two
 * arguments, an invocation time, and then an outcome:
 *
 * <ul>
 *   <li>OK, with a response time and an observation: nothing, whether the operation's condition
 *       held, or the state before the operation. The operation took effect at one instant between
 *       the two times.
 *   <li>FAILED: the operation has no effect, ever.
 *   <li>UNKNOWN: the client crashed or gave up. The operation takes effect at one instant after its
 *       invocation, however late, or never. If an end is known, it takes effect before that, or
 *       never.
 * </ul>
 *
 * <p>One operation precedes another if its response time is less than the other's invocation time.
 * Equal times count as overlapping, which can only make the checks more lenient.
 *
 * <h2>The rules</h2>
 *
 * <ul>
 *   <li>{@link dev.mangrove.check.history.LinearizabilityChecker}: for each key there is an order
 *       of effects that respects precedence and explains every observation. The search is exact. A
 *       count of configurations bounds it; a key that exceeds the bound is UNDECIDED.
 *   <li>{@link dev.mangrove.check.history.RangeChecker}: a range returns every key that was present
 *       throughout and none that was absent throughout, with values that were current at some time
 *       during the range, in strict order, within its bounds and limit. The checker reports only
 *       certain faults.
 *   <li>{@link dev.mangrove.check.history.CountChecker}: a count is at least the number of keys
 *       that were certainly present throughout, and at most that of keys that may have been present
 *       at some time.
 *   <li>{@link dev.mangrove.check.history.WindowChecker}: a window query returns every identity
 *       that was in the window throughout, once, and none that was outside it throughout. The
 *       checker reports only certain faults.
 * </ul>
 *
 * <p>No check raises a false alarm: a reported fault contradicts every possible order of effects.
 * For ranges and windows that holds if the single operations are linearizable, so check those
 * first.
 *
 * <h2>Parts</h2>
 *
 * <pre>
 * History, RangeHistory, SpatialHistory     recorders in columns; HistoryFile carries them about,
 *                                           EdnHistory writes them for other checkers
 *   KeyPartition                            operations by key
 *     CompiledOps, EventOrder, StateReach   one key, preprocessed: the register's rule, time, look-ahead
 *       LinearizationSearch                 the search, over a ConfigurationStore
 *         ViolationExplainer                shrinks a failure, in terms of Excerpts, to an OpTable
 *     KeyTimeline                           states that one key certainly did not have: OpFacts, StateSet
 *       RangeChecker, CountChecker, WindowChecker
 * </pre>
 */
@NullMarked
package dev.mangrove.check.history;

import org.jspecify.annotations.NullMarked;
