package dev.toolpolicy.runtime.internal.flow;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.flow.ValueRows.Row;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The record of a session's flows, read from its stored parts: its labels and who brought each first, its sets,
 * and the labels of calls that are open. Immutable.
 */
public final class SessionFlows {
    /** The begin of the names of all parts of flows. */
    public static final String PREFIX = "flow/";
    /** The begin of the names of open calls. */
    public static final String BEGUN = "begun/";
    /** The label of a session of which not everything was recorded: it stands for all labels. */
    public static final String EVERY = "*";

    /** The name of the part with the id of the session that a session was begun in. */
    public static final String PARENT = PREFIX + "parent";

    static final String KEY = PREFIX + "key";
    static final String LABEL = PREFIX + "label/";
    static final String SET = PREFIX + "set/";
    static final String FULL = PREFIX + "full/";
    static final String TOO_LONG = PREFIX + "too-long";
    static final String TURN = "turn";
    /** The member of a part that lists labels. */
    public static final String LABELS = "labels";

    /** A session without state. */
    static final SessionFlows NONE = new SessionFlows(Map.of(), Map.of(), Map.of(), List.of(), false, null);

    private final Map<String, JsonNode> parts;
    private final @Nullable JsonNode key;
    private final Map<String, JsonNode> labels;
    private final Map<String, ValueRows> sets;
    private final List<OpenLabels> open;
    /** Whether something of the stored state can't be read, so that labels may be missing. */
    private final boolean isDamaged;

    private @Nullable Digests digests;

    /**
     * The labels that an open call will bring.
     *
     * @param turn the response that it is of
     * @param labels the labels
     */
    record OpenLabels(String turn, Set<String> labels) {}

    private SessionFlows(
            Map<String, JsonNode> parts,
            Map<String, JsonNode> labels,
            Map<String, ValueRows> sets,
            List<OpenLabels> open,
            boolean isDamaged,
            @Nullable Digests digests) {
        this.parts = parts;
        this.key = parts.get(KEY);
        this.labels = labels;
        this.sets = sets;
        this.open = open;
        this.isDamaged = isDamaged || key != null && random(key) == null;
        this.digests = digests;
    }

    static SessionFlows read(Map<String, JsonNode> parts) {
        return NONE.with(parts);
    }

    /** Reads parts. What this has already isn't read again. */
    SessionFlows with(Map<String, JsonNode> now) {
        if (now == parts) {
            return this;
        }
        Map<String, JsonNode> stored = new TreeMap<>();
        Map<String, Map<Integer, JsonNode>> rows = new HashMap<>();
        List<OpenLabels> begun = new ArrayList<>();
        boolean damaged = false;
        for (Map.Entry<String, JsonNode> each : now.entrySet()) {
            String name = each.getKey();
            JsonNode part = each.getValue();
            if (name.startsWith(LABEL)) {
                stored.put(name.substring(LABEL.length()), part);
            } else if (name.startsWith(SET) && number(name) >= 0) {
                rows.computeIfAbsent(name.substring(SET.length(), name.lastIndexOf('/')), set -> new TreeMap<>())
                        .put(number(name), part);
            } else if (name.startsWith(BEGUN) && part.has(LABELS)) {
                begun.add(new OpenLabels(part.path(TURN).asText(), SessionLabels.brought(part)));
                damaged |= !part.path(LABELS).isArray();
            } else {
                damaged |= name.startsWith(SET);
            }
        }
        boolean isSame = key != null && key.equals(now.get(KEY));
        Map<String, ValueRows> read = new HashMap<>();
        rows.forEach((set, numbered) ->
                read.put(set, (isSame ? sets.getOrDefault(set, ValueRows.NONE) : ValueRows.NONE).with(numbered)));
        return new SessionFlows(now, stored, read, begun, damaged, isSame ? digests : null);
    }

    /** Returns the number in the name of a row of a set; -1 if the name is damaged. */
    private static int number(String row) {
        int slash = row.lastIndexOf('/');
        try {
            return slash > SET.length() ? Integer.parseInt(row.substring(slash + 1)) : -1;
        } catch (NumberFormatException damaged) {
            return -1;
        }
    }

    /** Returns the name of a row of a set. */
    static String row(String set, int number) {
        return SET + set + "/" + number;
    }

    /** Returns whether the session has recorded flows, from its begin or from some time on. */
    public boolean isRecorded() {
        return key != null;
    }

    /** Returns whether the session has state that was stored while no flows were recorded, or that is damaged. */
    boolean isUnknown() {
        return isDamaged || !isRecorded() && !parts.isEmpty();
    }

    /** Returns whether the digests of both have the same key. */
    boolean isSameSession(SessionFlows other) {
        return key != null && key.equals(other.key);
    }

    /** Returns the labels by name, each with who brought it first. */
    Map<String, JsonNode> labels() {
        return labels;
    }

    ValueRows set(String name) {
        return sets.getOrDefault(name, ValueRows.NONE);
    }

    Map<String, ValueRows> sets() {
        return sets;
    }

    List<OpenLabels> open() {
        return open;
    }

    /** Returns the sets that are full. */
    Set<String> full() {
        return parts.keySet().stream()
                .filter(name -> name.startsWith(FULL))
                .map(name -> name.substring(FULL.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    boolean hasLongMessage() {
        return parts.containsKey(TOO_LONG);
    }

    /** Returns the digests of this session; null if it has none yet, or its key is damaged. */
    synchronized @Nullable Digests digests(SessionSettings settings) {
        byte[] random = digests == null && key != null ? random(key) : null;
        if (random != null) {
            digests = new Digests(random, settings.secret().getBytes(StandardCharsets.UTF_8));
        }
        return digests;
    }

    /** Reads the random part of a session's key; null if it is damaged. */
    private static byte @Nullable [] random(JsonNode key) {
        try {
            byte[] random = Base64.getDecoder().decode(key.asText());
            return random.length == 0 ? null : random;
        } catch (IllegalArgumentException damaged) {
            return null;
        }
    }

    /** Returns the parts of flows by the rest of their names. */
    static Map<String, JsonNode> own(Map<String, JsonNode> parts) {
        Map<String, JsonNode> own = new TreeMap<>();
        parts.forEach((name, part) -> {
            if (name.startsWith(PREFIX)) {
                own.put(name.substring(PREFIX.length()), part);
            }
        });
        return own;
    }

    /** Returns the rows of this set's values that another one has too. */
    static List<Row> common(ValueRows own, ValueRows other) {
        return own.rows().stream()
                .map(row -> row.only(other::contains))
                .filter(row -> !row.written().isEmpty())
                .toList();
    }
}
