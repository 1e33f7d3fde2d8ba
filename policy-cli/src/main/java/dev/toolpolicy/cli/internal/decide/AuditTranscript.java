package dev.toolpolicy.cli.internal.decide;

import com.fasterxml.jackson.databind.JsonNode;

/** A reader of audit logs. Calls whose arguments were not written, or not whole, are skipped. */
final class AuditTranscript implements Transcript.Reader {
    @Override
    public Transcript read(String name, String text) {
        return JsonLines.read(text, (calls, number, line) -> {
            JsonNode checked = line.has("checked") ? line.path("checked") : line.path("arguments");
            if (!line.path("tool").isTextual() || !line.path("verdict").isTextual()) {
                calls.problem(number, "not a line of an audit log");
            } else if (!checked.isObject() || line.path("cut").asBoolean()) {
                calls.skip();
            } else {
                String session = line.path("session").asText(name);
                String id = number + " " + line.path("call").asText();
                calls.begin(number, session, id, line.path("tool").asText(), checked.toString());
                calls.end(session, id, then(line), effect(line), "");
            }
        });
    }

    private static Then then(JsonNode line) {
        return switch (line.path("verdict").asText()) {
            case "ran" -> ran(line.path("decision").path("by").asText());
            case "denied" -> Then.DENIED;
            case "declined", "pending" -> Then.DECLINED;
            case "invalid" -> Then.INVALID;
            default -> Then.UNKNOWN;
        };
    }

    private static Then ran(String by) {
        return switch (by) {
            case "answer" -> Then.APPROVED;
            case "rule" -> Then.ALLOWED;
            default -> Then.RAN;
        };
    }

    private static Effect effect(JsonNode line) {
        if (!line.has("success")) {
            return Effect.UNKNOWN;
        }
        return line.path("success").asBoolean() ? Effect.SUCCESS : Effect.FAILURE;
    }
}
