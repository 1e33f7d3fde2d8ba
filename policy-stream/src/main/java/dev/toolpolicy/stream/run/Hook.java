package dev.toolpolicy.stream.run;

/** A policy's hooks, by their methods. */
enum Hook {
    STREAM_STARTED("onStreamStarted"),
    CHUNK_STARTED("onChunkStarted"),
    ROLE("onRole"),
    CONTENT("onContent"),
    TOOL_CALL_DELTA("onToolCallDelta"),
    USAGE("onUsage"),
    FINISH_REASON("onFinishReason"),
    CONTENT_COMPLETED("onContentCompleted"),
    TOOL_CALL_COMPLETED("onToolCallCompleted"),
    MESSAGE_COMPLETED("onMessageCompleted"),
    CHUNK_COMPLETE("onChunkComplete"),
    STREAM_COMPLETING("onStreamCompleting"),
    STREAM_ERROR("onStreamError"),
    STREAM_CLOSED("onStreamClosed");

    private final String method;

    Hook(String method) {
        this.method = method;
    }

    String method() {
        return method;
    }
}
