package dev.toolpolicy.lab.agentdojo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.config.host.HostTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A reader of the suites in a folder of data, with attacks from perhaps another folder. */
final class SuiteReader {
    private static final String ATTACKS = "injection-tasks.json";
    private static final String HARM = "harm";
    private static final Set<String> ROLES = Set.of(HARM, "prepare", "cover", "note");

    private final Path data;
    private final Optional<Path> moreAttacks;

    SuiteReader(Path data, Optional<Path> moreAttacks) {
        this.data = data;
        this.moreAttacks = moreAttacks;
    }

    /** Reads the suites that the folder has, at least one. */
    List<Suite> suites() throws DataException {
        if (!Files.isDirectory(data)) {
            throw new DataException(data, "there is no such folder; -Pdata=DIR names the folder of AgentDojo's data");
        }
        if (moreAttacks.isPresent() && !Files.isDirectory(moreAttacks.get())) {
            throw new DataException(moreAttacks.get(), "there is no such folder of attacks");
        }
        List<Suite> suites = new ArrayList<>();
        for (String name : Suite.NAMES) {
            if (Files.isDirectory(data.resolve(name))) {
                suites.add(suite(name));
            }
        }
        if (suites.isEmpty()) {
            throw new DataException(data, "it has none of the folders " + String.join(", ", Suite.NAMES));
        }
        return suites;
    }

    private Suite suite(String name) throws DataException {
        Path folder = data.resolve(name);
        List<HostTool> tools = new ArrayList<>();
        for (JsonNode tool : list(folder.resolve("tools.json"), "tools")) {
            tools.add(new HostTool(
                    tool.path("name").asText(), tool.path("description").asText(), tool.path("parameters")));
        }
        Path tasksFile = folder.resolve("user-tasks.json");
        List<UserTask> tasks = new ArrayList<>();
        for (JsonNode task : list(tasksFile, "tasks")) {
            tasks.add(userTask(tasksFile, task));
        }
        Map<String, Attack> attacks = new LinkedHashMap<>();
        readAttacks(folder.resolve(ATTACKS), attacks);
        if (moreAttacks.isPresent()) {
            readAttacks(moreAttacks.get().resolve(name).resolve(ATTACKS), attacks);
        }
        SuiteFacts facts =
                new SuiteFacts(json(folder.resolve("environment.json")).path("facts"));
        return new Suite(name, tools, facts, tasks, List.copyOf(attacks.values()));
    }

    private static UserTask userTask(Path file, JsonNode task) throws DataException {
        List<TaskCall> calls = new ArrayList<>();
        for (JsonNode call : task.path("calls")) {
            calls.add(call(file, call));
        }
        int untrusted = task.path("first_untrusted_call").asInt(-1);
        if (untrusted < 0 || untrusted >= calls.size()) {
            throw new DataException(file, task.path("id") + " has no call number first_untrusted_call");
        }
        return new UserTask(id(file, task), task.path("prompt").asText(), calls, task.path("mentions"), untrusted);
    }

    /** Reads attacks, if the file is there. One with the id of an earlier one takes its place. */
    private static void readAttacks(Path file, Map<String, Attack> attacks) throws DataException {
        if (!Files.exists(file)) {
            return;
        }
        for (JsonNode task : list(file, "tasks")) {
            boolean derived =
                    task.path("empty").asBoolean() || task.path("calls").isEmpty();
            List<AttackCall> calls = new ArrayList<>();
            for (JsonNode call : task.path("calls").isEmpty() ? calls(task) : task.path("calls")) {
                List<Integer> needs = new ArrayList<>();
                for (JsonNode need : call.path("needs")) {
                    if (!need.isInt() || need.intValue() < 0 || need.intValue() >= calls.size()) {
                        throw new DataException(file, task.path("id") + " needs a call that isn't before it");
                    }
                    needs.add(need.intValue());
                }
                String role = call.path("role").asText();
                if (!ROLES.contains(role)) {
                    throw new DataException(file, task.path("id") + " has a call of the unknown role \"" + role + "\"");
                }
                calls.add(new AttackCall(call(file, call), role.equals(HARM), needs));
            }
            String id = id(file, task);
            attacks.put(id, new Attack(id, calls, derived));
        }
    }

    /** Finds the first list of calls, for attacks that the benchmark left without: under any name. */
    private static JsonNode calls(JsonNode place) {
        if (place.isArray() && place.path(0).has("tool")) {
            return place;
        }
        for (JsonNode member : place) {
            JsonNode found = calls(member);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return MissingNode.getInstance();
    }

    private static TaskCall call(Path file, JsonNode call) throws DataException {
        if (!call.path("tool").isTextual() || !call.path("arguments").isObject()) {
            throw new DataException(file, "a call has no tool or no arguments");
        }
        return new TaskCall(call.path("tool").asText(), call.path("arguments").toString());
    }

    private static String id(Path file, JsonNode task) throws DataException {
        if (!task.path("id").isTextual()) {
            throw new DataException(file, "a task has no id");
        }
        return task.path("id").asText();
    }

    private static JsonNode list(Path file, String member) throws DataException {
        JsonNode list = json(file).path(member);
        if (!list.isArray() || list.isEmpty()) {
            throw new DataException(file, "it has no list \"" + member + "\"");
        }
        return list;
    }

    private static JsonNode json(Path file) throws DataException {
        try {
            return StrictJson.standard().read(Files.readString(file));
        } catch (MalformedJsonException e) {
            throw new DataException(file, "it is not JSON: " + e.getMessage());
        } catch (IOException e) {
            throw new DataException(file, "it can't be read (" + e + ")");
        }
    }
}
