package dev.toolpolicy.lab.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.flow.Arrival.Reach;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyPreview;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.KeyedDependency;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.policy.ReadBeforeWritePolicy;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Policies, and calls in order, each allowed or denied; snapshots and restores between them, which go through the
 * snapshot's text. A preview of a call must say what its check says. Each vector runs twice: in one registry, and with
 * each step in a new one on the same store, as if another process took it.
 */
final class SessionVectors implements VectorCheck {

    @Override
    public Optional<Mismatch> run(Members vector) {
        List<ToolPolicy> policies = new ArrayList<>();
        vector.objects("policies").forEach(policy -> policies.add(policy(policy)));
        PolicyRegistry one = registry(policies, SessionSettings.inMemory());
        SessionSettings shared = SessionSettings.inMemory();
        Map<String, String> snapshots = new HashMap<>();
        Map<String, String> others = new HashMap<>();
        Optional<Mismatch> first = Optional.empty();
        for (Members step : vector.objects("steps")) {
            Optional<Mismatch> found = step(one, step, snapshots);
            Optional<Mismatch> elsewhere = step(registry(policies, shared), step, others)
                    .map(wrong -> new Mismatch(wrong.expected(), wrong.got() + ", in another registry"));
            found = found.isPresent() ? found : elsewhere;
            first = first.isPresent() ? first : found;
        }
        return first;
    }

    private static PolicyRegistry registry(List<ToolPolicy> policies, SessionSettings settings) {
        PolicyRegistry registry = new PolicyRegistry("vector", settings);
        policies.forEach(registry::register);
        return registry;
    }

    private static ToolPolicy policy(Members policy) {
        String type = policy.text("type");
        return switch (type) {
            case "sequential" -> sequential(policy);
            case "keyed" -> keyed(policy);
            case "read_before_write" -> readBeforeWrite(policy);
            default -> throw new VectorException(policy.at("type") + " is not supported: " + type);
        };
    }

    private static ToolPolicy sequential(Members policy) {
        Map<String, List<String>> dependencies = new LinkedHashMap<>();
        Members byTool = policy.object("dependencies");
        byTool.all().forEach(tool -> dependencies.put(tool.getKey(), byTool.texts(tool.getKey())));
        policy.end();
        return Policies.sequential(dependencies);
    }

    private static ToolPolicy keyed(Members policy) {
        List<KeyedDependency> dependencies = new ArrayList<>();
        Members byTool = policy.object("dependencies");
        for (Map.Entry<String, JsonNode> tool : byTool.all()) {
            Members dependency = byTool.object(tool.getKey());
            String[] prerequisites = dependency.texts("prerequisites").toArray(String[]::new);
            dependencies.add(KeyedDependency.of(tool.getKey(), key(dependency)).after(prerequisites));
            dependency.end();
        }
        policy.end();
        return Policies.keyed(dependencies.toArray(KeyedDependency[]::new));
    }

    private static ToolPolicy readBeforeWrite(Members policy) {
        ReadBeforeWritePolicy standard = ReadBeforeWritePolicy.standard();
        boolean named = policy.has("read_tools") || policy.has("write_tools");
        ReadBeforeWritePolicy made =
                named ? ReadBeforeWritePolicy.of(policy.texts("read_tools"), policy.texts("write_tools")) : standard;
        policy.end();
        return made;
    }

    private static CallKey key(Members dependency) {
        String pointer = dependency.text("key");
        String type = dependency.text("key_type");
        return switch (type) {
            case "path" -> CallKey.pathAt(pointer);
            case "string", "integer", "number", "boolean", "object", "any" -> CallKey.at(pointer);
            default -> throw new VectorException(dependency.at("key_type") + " is not supported: " + type);
        };
    }

    private static Optional<Mismatch> step(PolicyRegistry session, Members step, Map<String, String> snapshots) {
        if (step.has("snapshot")) {
            snapshots.put(step.text("snapshot"), session.snapshot().text());
            step.end();
            return Optional.empty();
        } else if (step.has("restore")) {
            return restore(session, step, snapshots);
        }
        return call(session, step);
    }

    private static Optional<Mismatch> restore(PolicyRegistry session, Members step, Map<String, String> snapshots) {
        String text = snapshots.get(step.text("restore"));
        step.end();
        if (text == null) {
            throw new VectorException(step.at("restore") + " is not a snapshot that was taken before");
        }
        session.restore(PolicySnapshot.read(text));
        return Optional.empty();
    }

    private static Optional<Mismatch> call(PolicyRegistry session, Members step) {
        String expected = expected(step.object("expect"));
        ToolCall call = new ToolCall("", step.text("tool"), arguments(step));
        boolean succeeds = succeeds(step);
        step.end();
        String preview = words(session.preview(call, true));
        CheckedCall checked = session.check(call, false, new Turn());
        String got = checked.denial().map(SessionVectors::words).orElse("allow");
        if (checked.denial().isEmpty() && succeeds) {
            session.outcomes().record(checked, ToolResult.success(NullNode.getInstance()), Reach.MODEL, () -> "");
        } else if (checked.denial().isEmpty()) {
            session.outcomes().record(checked, ToolResult.failure(""), Reach.MODEL, () -> "");
        }
        String at = " at " + step.place();
        if (!got.equals(expected)) {
            return Optional.of(new Mismatch(expected + at, got));
        }
        return preview.equals(got) ? Optional.empty() : Optional.of(new Mismatch(expected + at, preview + " early"));
    }

    private static ObjectNode arguments(Members step) {
        if (step.value("arguments") instanceof ObjectNode arguments) {
            return arguments;
        }
        throw new VectorException(step.at("arguments") + " is not an object");
    }

    private static boolean succeeds(Members step) {
        String result = step.has("result") ? step.text("result") : "success";
        return switch (result) {
            case "success" -> true;
            case "failure" -> false;
            default -> throw new VectorException(step.at("result") + " is unknown: " + result);
        };
    }

    private static String expected(Members expect) {
        String answer = expect.text("expect");
        String words = switch (answer) {
            case "allow" -> "allow";
            case "deny" -> denied(expect.text("policy"), expect.texts("missing"));
            default -> throw new VectorException(expect.at("expect") + " is unknown: " + answer);
        };
        expect.end();
        return words;
    }

    private static String words(PolicyPreview preview) {
        return preview.denial()
                .map(SessionVectors::words)
                .orElse(preview == PolicyPreview.ALLOWED ? "allow" : preview.toString());
    }

    private static String words(PolicyDenial denial) {
        List<String> missing = new ArrayList<>();
        Optional<JsonNode> named = Stream.of("missing", "prerequisites", "path")
                .filter(denial.metadata()::containsKey)
                .findFirst()
                .map(denial.metadata()::get);
        if (named.isEmpty()) {
            return "deny by " + denial.policy() + ": " + denial.reason();
        } else if (named.get().isTextual()) {
            missing.add(named.get().textValue());
        }
        named.get().forEach(tool -> missing.add(tool.textValue()));
        return denied(denial.policy(), missing);
    }

    private static String denied(String policy, List<String> missing) {
        return "deny by " + policy + " for want of " + missing;
    }
}
