/** Code that the approval page shares with the proxy and the gateway; not for users. */
@NullMarked
package dev.toolpolicy.page.internal;

import org.jspecify.annotations.NullMarked;
