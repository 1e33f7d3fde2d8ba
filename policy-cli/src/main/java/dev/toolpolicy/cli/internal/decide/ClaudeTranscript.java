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

    /** The marks of messages that the agent wrote in the user's place. */
    private static final List<String> AGENTS_OWN = List.of("isMeta", "isSidechain", "isCompactSummary");

    private static final String INVALID = "<tool_use_error>InputValidationError";

    @Override
    public Transcript read(String name, String text) {
        return JsonLines.read(text, (calls, number, line) -> {
            String session = line.path("sessionId").asText(name);
            JsonNode content = line.path("message").path("content");
            if (isOfUser(line) && content.isTextual() && !content.textValue().startsWith("<")) {
                calls.user(session, content.textValue());
            }
            for (JsonNode block : content) {
                String type = block.path("type").asText();
                if (type.equals("tool_use")) {
                    String tool = block.path("name").asText();
                    String arguments = block.has("input") ? block.get("input").toString() : "{}";
                    calls.begin(number, session, block.path("id").asText(), tool, arguments);
                } else if (type.equals("tool_result")) {
                    end(calls, session, block);
                }
            }
        });
    }

    /** Returns whether a person wrote a message. Others are of the agent: prompts of subagents, summaries, output. */
    private static boolean isOfUser(JsonNode line) {
        return line.path("type").asText().equals("user")
                && AGENTS_OWN.stream().noneMatch(mark -> line.path(mark).asBoolean());
    }

    private static void end(Transcript calls, String session, JsonNode result) {
        boolean isError = result.path("is_error").asBoolean();
        String text = JsonLines.text(result.path("content"));
        Then then = isError ? failed(text.strip()) : Then.RAN;
        boolean isWhole =
                result.path("content").isTextual() || result.path("content").size() == 1;
        calls.end(
                session,
                result.path("tool_use_id").asText(),
                then,
                isError ? Effect.FAILURE : Effect.SUCCESS,
                isWhole ? text : "");
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
