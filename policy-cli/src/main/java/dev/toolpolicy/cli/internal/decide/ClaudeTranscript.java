package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A reader of Claude Code's transcripts: the files {@code ~/.claude/projects/PROJECT/SESSION.jsonl}. Calls are blocks
 * {@code tool_use} of the assistant's messages, results are blocks {@code tool_result} of the user's.
 */
final class ClaudeTranscript implements Transcript.Reader {
    /** The beginnings of results that stand for a call that a person declined. */
    private static final List<String> DECLINED = List.of(
            "The user doesn't want to proceed with this tool use",
            "The user doesn't want to take this action right now",
            "[Request interrupted by user");
    /** The beginnings of results that stand for a call that a setting or a hook denied. */
    private static final List<String> DENIED = List.of(
            "Permission for this tool use was denied",
            "Permission for this action was denied",
            "Permission to use ",
            "PreToolUse:",
            "Hook PreToolUse:");

    private static final String INVALID = "<tool_use_error>InputValidationError";

    @Override
    public Transcript read(String name, String text) {
        Transcript calls = new Transcript();
        JsonLines.each(text, calls, (number, line) -> {
            String session = line.path("sessionId").asText(name);
            for (JsonNode block : line.path("message").path("content")) {
                String type = block.path("type").asText();
                if (type.equals("tool_use")) {
                    String tool = block.path("name").asText();
                    calls.begin(number, session, block.path("id").asText(), tool, arguments(block.path("input")));
                } else if (type.equals("tool_result")) {
                    end(calls, session, block);
                }
            }
        });
        return calls;
    }

    private static String arguments(JsonNode input) {
        return input.isMissingNode() ? "{}" : input.toString();
    }

    private static void end(Transcript calls, String session, JsonNode result) {
        boolean isError = result.path("is_error").asBoolean();
        Then then = isError ? failed(JsonLines.text(result.path("content")).strip()) : Then.RAN;
        calls.end(session, result.path("tool_use_id").asText(), then, isError ? Effect.FAILURE : Effect.SUCCESS);
    }

    private static Then failed(String text) {
        if (DECLINED.stream().anyMatch(text::startsWith)) {
            return Then.DECLINED;
        } else if (DENIED.stream().anyMatch(text::startsWith)) {
            return Then.DENIED;
        }
        return text.startsWith(INVALID) ? Then.INVALID : Then.RAN;
    }
}
