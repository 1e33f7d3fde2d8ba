/** All tools of a Spring AI application under the policies of an engine. */
@NullMarked
package dev.toolpolicy.springai;

import org.jspecify.annotations.NullMarked;
