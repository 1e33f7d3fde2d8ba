/**
 * An HTTP proxy between agents that know nothing of Tool Policy and the models they talk to: what a model calls goes
 * through a gate.
 *
 * <p>Read {@link dev.toolpolicy.cli.proxy.PolicyProxy} first; {@link dev.toolpolicy.cli.proxy.ProxySettings}
 * says what it does and what it leaves.
 */
@NullMarked
package dev.toolpolicy.cli.proxy;

import org.jspecify.annotations.NullMarked;
