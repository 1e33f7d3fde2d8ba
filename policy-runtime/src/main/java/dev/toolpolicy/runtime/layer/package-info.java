/** The layers of policies above the tools' own declarations. */
@NullMarked
package dev.toolpolicy.runtime.layer;

import org.jspecify.annotations.NullMarked;
