/** Tool callbacks of Spring AI under the policies of an engine. */
@NullMarked
package dev.toolpolicy.examples.sdk.springai;

import org.jspecify.annotations.NullMarked;
