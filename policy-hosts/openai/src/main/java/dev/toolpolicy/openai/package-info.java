/** Tool calls of OpenAI's Java SDK, from chat completions and from responses, under the policies of an engine. */
@NullMarked
package dev.toolpolicy.openai;

import org.jspecify.annotations.NullMarked;
