/** LangChain4j's streaming models and tools under the policies of an engine. */
@NullMarked
package dev.toolpolicy.langchain4j;

import org.jspecify.annotations.NullMarked;
