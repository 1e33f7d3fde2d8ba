/**
 * What adapters for SDKs share. Each has a package of its own, to be copied into a service and changed there.
 *
 * <p>Hosts that hand over whole arguments begin with {@link dev.toolpolicy.runtime.turn.WholeCall}.
 */
@NullMarked
package dev.toolpolicy.examples.sdk;

import dev.toolpolicy.runtime.turn.WholeCall;
import org.jspecify.annotations.NullMarked;

