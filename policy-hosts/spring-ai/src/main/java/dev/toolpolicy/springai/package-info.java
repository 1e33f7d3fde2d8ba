/** Tool callbacks of Spring AI under the policies of an engine. */
@NullMarked
package dev.toolpolicy.springai;

import org.jspecify.annotations.NullMarked;
