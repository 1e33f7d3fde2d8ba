package dev.toolpolicy.jdbc.nodes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.jdbc.OneRunAKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the session in order, as a trigger of the database recorded them; read by the plainest
 * reading of the rules, and compared with what the processes said.
 */
final class ChaosHistory {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<List<Change>> transactions = new ArrayList<>();
    private final Map<String, String> intents = new HashMap<>();
    private final Set<String> saidBegun = new HashSet<>();
    private final Set<String> saidTold = new HashSet<>();

    private final Map<String, String> open = new HashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> read = new TreeSet<>();
    private final Set<String> once = new TreeSet<>();
    private final Set<String> spent = new HashSet<>();
    private final Map<String, Integer> ran = new LinkedHashMap<>();
    private boolean built;
    /** The attempts that the counter of the limit over sessions holds. */
    private Set<String> counted = new TreeSet<>();

    /** The attempts of limited calls, by the calls. */
    private final Map<String, String> limited = new HashMap<>();

    /** A change of a part, or of what one of its two places has of it. */
    private record Change(
            String place,
            String name,
            @Nullable JsonNode before,
            @Nullable JsonNode after) {}

    static ChaosHistory read(DataSource database, List<String> said) throws SQLException {
        ChaosHistory history = new ChaosHistory();
        said.forEach(history::hear);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select tx, place, name, before, after from audit order by n")) {
            // Between the rows of one may stand those of another, which counts a limit over sessions.
            Map<Long, List<Change>> byTransaction = new LinkedHashMap<>();
            while (rows.next()) {
                byTransaction
                        .computeIfAbsent(rows.getLong(1), first -> new ArrayList<>())
                        .add(new Change(
                                rows.getString(2),
                                rows.getString(3),
                                json(rows.getString(4)),
                                json(rows.getString(5))));
            }
            history.transactions.addAll(byTransaction.values());
        }
        return history;
    }

    private static @Nullable JsonNode json(@Nullable String text) {
        try {
            return text == null ? null : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void hear(String line) {
        String[] words = line.split(" ");
        if (words.length != 3 || !words[2].equals(".")) {
            return; // cut off by a kill, or of no interest
        }
        switch (words[0]) {
            case "begun" -> saidBegun.add(words[1]);
            case "succeeding", "failing" -> intents.put(words[1], words[0]);
            case "told" -> saidTold.add(words[1]);
            default -> {}
        }
    }

    /** Checks everything, and tells in a line what there was. */
    String check(int kills) {
        Map<String, JsonNode> parts = new HashMap<>();
        Map<String, JsonNode> rows = new HashMap<>();
        for (List<Change> transaction : transactions) {
            Map<String, JsonNode> before = union(parts, rows);
            transaction.forEach(change -> apply(change, change.place().equals("row") ? rows : parts));
            List<Change> changes = changes(before, union(parts, rows));
            changes.forEach(change -> follow(change, changes));
        }
        require(begun.containsAll(saidBegun), "calls that ran are recorded as begun", minus(saidBegun, begun));
        require(ended.containsAll(saidTold), "outcomes that were told are recorded", minus(saidTold, ended));
        require(keys(parts.get("record"), "/done/read/by/~1key").equals(read), "the reads that are remembered");
        require(
                keys(parts.get("policy/one_run"), "/" + OneRunAKey.class.getName() + "/state")
                        .equals(once),
                "the runs that are remembered");
        requireCounts(kills);
        String summary = transactions.size() + " changes, " + kills + " kills, " + open.size()
                + " calls without an outcome, counted: " + counted.size() + ", begun: " + ran;
        require(ran.keySet().containsAll(Chaos.TOOLS) && ran.containsKey(Chaos.DANGER), "every tool ran: " + summary);
        return summary;
    }

    private static void apply(Change change, Map<String, JsonNode> place) {
        require(Objects.equals(place.get(change.name()), change.before()), "a part is as it was left: ", change);
        if (change.after() == null) {
            place.remove(change.name());
        } else {
            place.put(change.name(), change.after());
        }
    }

    /** Returns the parts of both places: open calls are in a session's row or in rows of their own. */
    private static Map<String, JsonNode> union(Map<String, JsonNode> parts, Map<String, JsonNode> rows) {
        Map<String, JsonNode> all = new HashMap<>(parts);
        rows.forEach((name, value) -> require(all.put(name, value) == null, name + " has one place"));
        return all;
    }

    /** Returns what a transaction changed: counters first, since they count calls before these begin. */
    private static List<Change> changes(Map<String, JsonNode> before, Map<String, JsonNode> after) {
        Set<String> names = new TreeSet<>(Comparator.comparing((String name) -> !name.startsWith("counter/"))
                .thenComparing(Comparator.naturalOrder()));
        names.addAll(before.keySet());
        names.addAll(after.keySet());
        names.removeIf(name -> Objects.equals(before.get(name), after.get(name)));
        return names.stream()
                .map(name -> new Change("", name, before.get(name), after.get(name)))
                .toList();
    }

    private static Set<String> minus(Set<String> some, Set<String> others) {
        Set<String> rest = new TreeSet<>(some);
        rest.removeAll(others);
        return rest;
    }

    private static Set<String> keys(@Nullable JsonNode part, String pointer) {
        Set<String> keys = new TreeSet<>();
        if (part != null) {
            part.at(pointer).fieldNames().forEachRemaining(keys::add);
        }
        return keys;
    }

    /** A kill may leave a call counted that never began; nothing else differs from what ran and had an effect. */
    private void requireCounts(int kills) {
        limited.forEach((call, attempt) -> {
            boolean tookBack = saidTold.contains(call) && "failing".equals(intents.get(call));
            require(!tookBack || !counted.contains(attempt), call + " is taken back");
            require("failing".equals(intents.get(call)) || counted.contains(attempt), call + " stays counted");
        });
        Set<String> neverBegun = minus(counted, new TreeSet<>(limited.values()));
        require(neverBegun.size() <= kills + 2, "only kills leave calls counted that never began", neverBegun);
    }

    private void follow(Change change, List<Change> transaction) {
        if (change.name().equals("counter/limit")) {
            counted = new TreeSet<>();
            Objects.requireNonNull(change.after()).path("recent").fieldNames().forEachRemaining(counted::add);
            require(counted.size() <= Chaos.MOST, "no more calls count than may run");
            return;
        }
        if (!change.name().startsWith("begun/")) {
            return;
        }
        if (change.after() != null) {
            if (change.after().path("tool").asText().equals(Chaos.LIMITED)) {
                String attempt = change.name().substring("begun/".length());
                limited.put(change.after().path("call").asText(), attempt);
                require(counted.contains(attempt), "a call is counted before it begins");
            }
            begin(
                    change.after().path("tool").asText(),
                    change.after().path("call").asText(),
                    transaction);
        } else {
            end(
                    change.before().path("tool").asText(),
                    change.before().path("call").asText(),
                    transaction);
        }
    }

    private static String key(String call) {
        return call.substring(call.indexOf(':') + 1);
    }

    /** One node that did one thing after the other would have allowed this now. */
    private void begin(String tool, String call, List<Change> transaction) {
        require(begun.add(call), "call " + call + " runs once");
        open.put(call, tool);
        ran.merge(tool, 1, Integer::sum);
        switch (tool) {
            case Chaos.WRITE -> require(read.contains(key(call)), call + " was read before it is written");
            case Chaos.DEPLOY -> require(built, call + " comes after a build");
            case Chaos.ONCE -> require(once.add(key(call)), call + " is the only run with its key");
            case Chaos.DANGER -> spend(call, transaction);
            default -> {}
        }
    }

    private void spend(String call, List<Change> transaction) {
        List<Change> approvals = transaction.stream()
                .filter(each -> each.name().startsWith("approval/"))
                .toList();
        require(approvals.size() == 1, call + " spends one approval");
        Change approval = approvals.get(0);
        require(
                approval.before() != null
                        && approval.before().path("status").asText().equals("granted"),
                call + " was approved");
        require(
                approval.after() != null
                        && approval.after().path("status").asText().equals("running"),
                call + " spends it");
        require(approval.before().path("call").asText().equals(call), call + " is what was approved");
        require(spent.add(approval.name()), approval.name() + " is spent once");
    }

    private void end(String tool, String call, List<Change> transaction) {
        require(open.remove(call) != null && ended.add(call), call + " ends once, after it has begun");
        String intent = intents.get(call);
        require(intent != null, call + " doesn't end by itself");
        String status = intent.equals("succeeding") ? "ran" : "failed";
        require(
                !tool.equals(Chaos.DANGER)
                        || transaction.stream()
                                .anyMatch(each -> each.name().startsWith("approval/")
                                        && each.after() != null
                                        && each.after().path("call").asText().equals(call)
                                        && each.after().path("status").asText().equals(status)),
                call + " leaves its end in its approval");
        if (intent.equals("succeeding")) {
            built |= tool.equals(Chaos.BUILD);
            if (tool.equals(Chaos.READ)) {
                read.add(key(call));
            }
        } else if (tool.equals(Chaos.ONCE)) {
            once.remove(key(call));
        }
    }

    private static void require(boolean holds, Object... what) {
        if (!holds) {
            throw new AssertionError("this should hold: " + List.of(what));
        }
    }
}
