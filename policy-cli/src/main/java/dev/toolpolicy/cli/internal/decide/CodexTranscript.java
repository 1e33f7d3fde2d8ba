package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A reader of Codex's rollouts: the files {@code ~/.codex/sessions/YEAR/MONTH/DAY/rollout-*.jsonl}. Calls are items
 * {@code function_call}, {@code custom_tool_call} and {@code local_shell_call}; their outputs have the same
 * {@code call_id}. The free text of a custom tool is its argument {@code input}; the tool of a local shell call is
 * {@code shell}.
 */
final class CodexTranscript implements Transcript.Reader {
    private static final List<String> EXIT_CODES =
            List.of("Exit code: ", "exited with code ", "Process exited with code ");

    @Override
    public Transcript read(String name, String text) {
        String[] session = {name};
        return JsonLines.read(text, (calls, number, line) -> {
            JsonNode item = line.path("payload");
            if (line.path("type").asText().equals("session_meta")) {
                session[0] = item.path("id").asText(name);
            } else if (item.path("type").asText().equals("user_message")
                    && item.path("message").isTextual()) {
                calls.user(session[0], item.path("message").textValue());
            } else if (line.path("type").asText().equals("response_item")) {
                take(calls, session[0], number, item);
            }
        });
    }

    private static void take(Transcript calls, String session, int number, JsonNode item) {
        String id = item.path("call_id").asText();
        switch (item.path("type").asText()) {
            case "function_call" ->
                calls.begin(
                        number, session, id, name(item), item.path("arguments").asText());
            case "custom_tool_call" -> calls.begin(number, session, id, name(item), input(item));
            case "local_shell_call" -> calls.begin(number, session, id, "shell", command(item));
            case "function_call_output", "custom_tool_call_output", "local_shell_call_output" ->
                end(calls, session, id, item.path("output"));
            default -> {} // a message, or the model's reasoning
        }
    }

    /** Returns the name of a tool; a tool of an MCP server may have the server's name beside its own. */
    private static String name(JsonNode item) {
        String space = item.path("namespace").asText();
        String name = item.path("name").asText();
        return space.isEmpty() ? name : space + (space.endsWith("__") ? "" : "__") + name;
    }

    private static String input(JsonNode item) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("input", item.path("input").asText())
                .toString();
    }

    private static String command(JsonNode item) {
        JsonNode action = item.path("action");
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        arguments.set("command", action.path("command"));
        if (action.path("working_directory").isTextual()) {
            arguments.set("workdir", action.path("working_directory"));
        }
        return arguments.toString();
    }

    private static void end(Transcript calls, String session, String id, JsonNode output) {
        JsonNode content = output.isObject() ? output.path("content") : output;
        String text = JsonLines.text(content).strip();
        Effect effect = effect(text);
        if (output.path("success").asBoolean()) {
            effect = Effect.SUCCESS;
        }
        // What ran may have printed anything, also that it was rejected.
        Then then = effect == Effect.UNKNOWN ? notRun(text).orElse(Then.RAN) : Then.RAN;
        boolean failed = then == Then.RAN
                && effect == Effect.UNKNOWN
                && output.path("success").isBoolean();
        calls.end(session, id, then, failed ? Effect.FAILURE : effect, content.isTextual() ? text : "");
    }

    /** Returns why a call didn't run, if the first line of what stands for its output says so. */
    private static Optional<Then> notRun(String text) {
        String line = text.lines().findFirst().orElse("");
        if (line.contains("rejected by user")
                || line.startsWith("user rejected")
                || line.startsWith("aborted by user")) {
            return Optional.of(Then.DECLINED);
        }
        return line.contains("Rejected(") || line.contains("rejected by policy") || line.contains("blocked by policy")
                ? Optional.of(Then.DENIED)
                : Optional.empty();
    }

    private static Effect effect(String text) {
        OptionalInt code = text.startsWith("{") ? metadata(text) : exitCode(text);
        return code.isEmpty() ? Effect.UNKNOWN : code.getAsInt() == 0 ? Effect.SUCCESS : Effect.FAILURE;
    }

    private static OptionalInt metadata(String text) {
        try {
            JsonNode code = StrictJson.standard().read(text).path("metadata").path("exit_code");
            return code.isInt() ? OptionalInt.of(code.asInt()) : OptionalInt.empty();
        } catch (MalformedJsonException e) {
            return OptionalInt.empty(); // an output that only begins like JSON
        }
    }

    /** Returns the exit code that the head of an output names, before what the command printed. */
    private static OptionalInt exitCode(String text) {
        int end = text.indexOf("\nOutput:");
        String head = end < 0 ? text.lines().findFirst().orElse("") : text.substring(0, end);
        for (String words : EXIT_CODES) {
            int at = head.indexOf(words);
            if (at >= 0) {
                return number(head.substring(at + words.length()));
            }
        }
        return OptionalInt.empty();
    }

    private static OptionalInt number(String text) {
        int end = text.startsWith("-") ? 1 : 0;
        while (end < text.length() && end < 10 && Character.isDigit(text.charAt(end))) {
            end++;
        }
        try {
            return OptionalInt.of(Integer.parseInt(text.substring(0, end)));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
