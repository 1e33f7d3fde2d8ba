/**
 * The tools of a host, such as an SDK or a server, under policies: read as the host describes them, without a second
 * declaration.
 *
 * <p>Read {@link dev.toolpolicy.config.host.HostPolicies} first.
 */
@NullMarked
package dev.toolpolicy.config.host;

import org.jspecify.annotations.NullMarked;
