/**
 * An HTTP proxy between agents that know nothing of Tool Policy and the models they talk to: what a model calls goes
 * through a gate.
 *
 * <p>Read {@link dev.toolpolicy.agents.proxy.PolicyProxy} first; {@link dev.toolpolicy.agents.proxy.ProxySettings}
 * says what it does and what it leaves.
 */
@NullMarked
package dev.toolpolicy.agents.proxy;

import org.jspecify.annotations.NullMarked;
