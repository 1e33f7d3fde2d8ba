package dev.toolpolicy.langchain4j;

import dev.toolpolicy.test.replay.Replay;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Responses of a model that speaks chat completions, whole or streamed. */
final class ChatBodies {
    private ChatBodies() {}

    /** A call of a tool; the arguments are a text, which may be cut. */
    record Call(String id, String tool, String arguments) {
        static Call of(String tool, String arguments) {
            return new Call("call_" + tool, tool, arguments);
        }

        private String json(String before) {
            return "{" + before + "\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool
                    + "\",\"arguments\":\"" + arguments.replace("\"", "\\\"") + "\"}}";
        }
    }

    static Replay text(boolean streamed, String text) {
        return body(streamed, "\"content\":\"" + text + "\"", "stop");
    }

    static Replay calls(boolean streamed, Call... calls) {
        return calls(streamed, "tool_calls", calls);
    }

    static Replay calls(boolean streamed, String finishReason, Call... calls) {
        String all = IntStream.range(0, calls.length)
                .mapToObj(i -> calls[i].json(streamed ? "\"index\":" + i + "," : ""))
                .collect(Collectors.joining(","));
        return body(streamed, "\"content\":null,\"tool_calls\":[" + all + "]", finishReason);
    }

    private static Replay body(boolean streamed, String message, String finishReason) {
        String content = "{\"role\":\"assistant\"," + message + "}";
        if (!streamed) {
            return Replay.json("{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":"
                    + "[{\"index\":0,\"message\":" + content + ",\"finish_reason\":\"" + finishReason + "\"}],"
                    + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}");
        }
        return Replay.events(List.of(chunk(content, "null"), chunk("{}", '"' + finishReason + '"'), "[DONE]").stream()
                .map(data -> "data: " + data + "\n\n")
                .collect(Collectors.joining()));
    }

    private static String chunk(String delta, String finishReason) {
        return "{\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,"
            + "\"delta\":" + delta + ",\"finish_reason\":" + finishReason + "}]}";
    }
}
