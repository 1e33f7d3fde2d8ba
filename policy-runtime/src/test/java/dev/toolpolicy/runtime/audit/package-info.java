@NullMarked
package dev.toolpolicy.runtime.audit;

import org.jspecify.annotations.NullMarked;
