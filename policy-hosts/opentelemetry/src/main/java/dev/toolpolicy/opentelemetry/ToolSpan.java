package dev.toolpolicy.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.trace.ReadableSpan;

/** The span of a tool call, which hosts make by the semantic conventions. */
final class ToolSpan {
    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final String EXECUTE_TOOL = "execute_tool";
    private static final boolean READABLE = isReadable();

    private ToolSpan() {}

    /** Returns whether a span is that of a tool call. It can be known only for spans of the SDK, and not of an agent. */
    static boolean isOfTool(Span span) {
        return READABLE && span.isRecording() && Reading.isOfTool(span);
    }

    private static boolean isReadable() {
        try {
            return Reading.isPossible();
        } catch (NoClassDefFoundError withoutSdk) {
            return false;
        }
    }

    /** The code that needs the classes of the SDK; loaded only where they exist. */
    private static final class Reading {
        static boolean isPossible() {
            return ReadableSpan.class.isInterface();
        }

        static boolean isOfTool(Span span) {
            return span instanceof ReadableSpan readable && EXECUTE_TOOL.equals(readable.getAttribute(OPERATION));
        }
    }
}
