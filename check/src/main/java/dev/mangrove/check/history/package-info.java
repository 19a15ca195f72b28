/**
 * Records the operations of clients on an index with their responses, and checks that the history
 * is possible.
 *
 * <h2>The model</h2>
 *
 * <p>A key is a register that is absent or holds a 64-bit value; all keys are absent at first, so
 * what was loaded beforehand is recorded as puts. An operation has a client, a kind, a key, up to
 * two arguments, an invocation time, and then an outcome:
 *
 * <ul>
 *   <li>OK, with a response time and an observation: nothing, whether the operation's condition
 *       held, or the state that it met. It took effect at one instant between the two times.
 *   <li>FAILED: it has no effect, ever.
 *   <li>UNKNOWN: the client crashed or gave up, and nothing is known. It takes effect at one
 *       instant after its invocation, however late, or never.
 * </ul>
 *
 * <p>One operation precedes another if its response time is less than the other's invocation time.
 * Equal times count as overlapping, which can only make the checks more lenient.
 *
 * <h2>The rules</h2>
 *
 * <ul>
 *   <li>{@link dev.mangrove.check.history.LinearizabilityChecker}: for each key there is an order
 *       of effects that respects precedence and explains every observation. The search is exact. It
 *       is bounded by a count of configurations, and what exceeds the bound is UNDECIDED.
 *   <li>{@link dev.mangrove.check.history.RangeChecker}: a range returns every key that was present
 *       throughout and none that was absent throughout, with values that were current at some time
 *       meanwhile, in strict order, within its bounds and limit. It reports only what is certain.
 *   <li>{@link dev.mangrove.check.history.WindowChecker}: a window query returns every identity
 *       whose rectangle was in the window throughout, once, and none that was not at any time. It
 *       reports only what is certain.
 * </ul>
 *
 * <p>No check raises a false alarm: what is reported contradicts every possible order of effects.
 * For ranges and windows that holds as long as the single operations are linearizable, so check
 * those first.
 *
 * <h2>How the parts fit</h2>
 *
 * <pre>
 * History, RangeHistory, SpatialHistory     recorders in columns; HistoryFile carries them about
 *   KeyPartition                            operations by key
 *     CompiledOps, EventOrder, StateReach   one key made ready: the register's rule, time, look-ahead
 *       LinearizationSearch                 the search, over a ConfigurationStore
 *         ViolationExplainer                shrinks a failure, in terms of Excerpts, to an OpTable
 *     KeyTimeline                           what is certain of one key over time: OpFacts, StateSet
 *       RangeChecker, WindowChecker
 * </pre>
 */
@NullMarked
package dev.mangrove.check.history;

import org.jspecify.annotations.NullMarked;
