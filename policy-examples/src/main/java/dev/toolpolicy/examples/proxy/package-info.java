/**
 * An HTTP proxy between agents that know nothing of Tool Policy and the models they talk to: what a model calls goes
 * through a gate.
 *
 * <p>Read {@link dev.toolpolicy.examples.proxy.PolicyProxy} first; {@link dev.toolpolicy.examples.proxy.ProxySettings}
 * says what it does and what it leaves.
 */
@NullMarked
package dev.toolpolicy.examples.proxy;

import org.jspecify.annotations.NullMarked;
