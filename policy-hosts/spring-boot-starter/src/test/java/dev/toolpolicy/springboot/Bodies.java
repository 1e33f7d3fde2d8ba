package dev.toolpolicy.springboot;

import dev.toolpolicy.test.replay.Replay;

/** Responses of a model that speaks chat completions. */
final class Bodies {
    private Bodies() {}

    /** Returns a whole response with calls, each a name and arguments with single quotes. */
    static Replay calls(String... namesAndArguments) {
        return Replay.json(message("\"content\":null,\"tool_calls\":[" + list(namesAndArguments) + "]", "tool_calls"));
    }

    static Replay text(String text) {
        return Replay.json(message("\"content\":\"" + text + "\"", "stop"));
    }

    /** Returns the same as a stream, each call in several pieces. */
    static Replay streamedCalls(String... namesAndArguments) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < namesAndArguments.length; i += 2) {
            String arguments = quoted(namesAndArguments[i + 1]);
            int half = arguments.length() / 2;
            while (arguments.charAt(half - 1) == '\\') {
                half--;
            }
            String start = "{\"index\":" + i / 2 + ",\"id\":\"call_" + i / 2 + "\",\"type\":\"function\",\"function\":"
                    + "{\"name\":\"" + namesAndArguments[i] + "\",\"arguments\":\"\"}}";
            body.append(chunk("{\"role\":\"assistant\",\"tool_calls\":[" + start + "]}", "null"));
            for (String piece : new String[] {arguments.substring(0, half), arguments.substring(half)}) {
                body.append(chunk(
                        "{\"tool_calls\":[{\"index\":" + i / 2 + ",\"function\":{\"arguments\":\"" + piece + "\"}}]}",
                        "null"));
            }
        }
        return Replay.events(body + chunk("{}", "\"tool_calls\"") + "data: [DONE]\n\n");
    }

    static Replay streamedText(String text) {
        return Replay.events(chunk("{\"role\":\"assistant\",\"content\":\"" + text + "\"}", "null")
                + chunk("{}", "\"stop\"")
                + "data: [DONE]\n\n");
    }

    private static String list(String... namesAndArguments) {
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i < namesAndArguments.length; i += 2) {
            calls.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"call_" + i / 2 + "\",\"type\":\"function\",\"function\":{\"name\":\""
                            + namesAndArguments[i] + "\",\"arguments\":\"" + quoted(namesAndArguments[i + 1]) + "\"}}");
        }
        return calls.toString();
    }

    private static String quoted(String arguments) {
        return arguments.replace("'", "\\\"");
    }

    private static String message(String message, String finish) {
        return "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"message\":{\"role\":\"assistant\"," + message + "},\"logprobs\":null,\"finish_reason\":\"" + finish
                + "\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}";
    }

    private static String chunk(String delta, String finish) {
        return "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                + "[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}\n\n";
    }
}
