package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.LayerList;
import dev.toolpolicy.runtime.internal.load.LayerPlaces;
import dev.toolpolicy.runtime.internal.load.ListOrigin;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lists of a file that others use by their names. The rules of one are put in place of {@code { use = "name" }}. */
final class SharedLists {
    private static final String USE = "use";

    private final Document document;
    private final String pointer;
    private final Map<String, JsonNode> lists = new LinkedHashMap<>();
    private final List<PolicyProblem> problems;

    private SharedLists(Document document, String pointer, List<PolicyProblem> problems) {
        this.document = document;
        this.pointer = pointer;
        this.problems = problems;
    }

    /** Returns the lists of a file that has none. */
    static SharedLists none(Document document, List<PolicyProblem> problems) {
        return new SharedLists(document, "", problems);
    }

    /**
     * Reads the lists of a file. Their rules are checked where they are used.
     *
     * @param written an object with a list of rules for each name; missing if there are none
     * @param problems takes what is wrong with the lists and with their uses
     */
    static SharedLists read(Document document, JsonNode written, String pointer, List<PolicyProblem> problems) {
        SharedLists shared = new SharedLists(document, pointer, problems);
        if (!written.isMissingNode() && !written.isObject()) {
            shared.problem(
                    pointer, Words.wrongShape("\"lists\"", "an object with a list of rules for each name", written));
        }
        for (Map.Entry<String, JsonNode> list : written.properties()) {
            String place = shared.place(list.getKey());
            if (!list.getValue().isArray() || list.getValue().isEmpty()) {
                shared.problem(place, Words.wrongShape("a shared list", "a list of rules", list.getValue()));
            }
            for (int i = 0; i < list.getValue().size(); i++) {
                if (list.getValue().path(i).has(USE)) {
                    shared.problem(place + "/" + i, ConfigurationWords.nestedUse());
                }
            }
            shared.lists.put(list.getKey(), list.getValue());
        }
        return shared;
    }

    private void problem(String at, Diagnostic diagnostic) {
        problems.add(document.problem(at, diagnostic));
    }

    private String place(String name) {
        return pointer + "/" + ArgumentPointer.escape(name);
    }

    /** Returns a list with the rules of those that it uses. */
    LayerList list(JsonNode written, String at, ListOrigin origin) {
        List<String> places = new ArrayList<>();
        Map<Integer, String> uses = new LinkedHashMap<>();
        ArrayNode rules = JsonNodeFactory.instance.arrayNode();
        boolean isUsing = false;
        for (int i = 0; written.isArray() && i < written.size(); i++) {
            JsonNode rule = written.path(i);
            String use = at + "/" + i;
            if (!rule.has(USE)) {
                places.add(use);
                rules.add(rule);
                continue;
            }
            isUsing = true;
            JsonNode list = used(rule, use);
            for (int j = 0; j < list.size(); j++) {
                uses.put(places.size(), use);
                places.add(place(rule.path(USE).asText()) + "/" + j);
                rules.add(list.get(j));
            }
        }
        return isUsing
                ? LayerList.written(new UsedPlaces(document, at, places, uses), at, origin, rules)
                : LayerList.written(document, at, origin, written);
    }

    private JsonNode used(JsonNode rule, String at) {
        JsonNode list = lists.get(rule.path(USE).asText());
        if (list == null) {
            problem(at + "/" + USE, ConfigurationWords.noList(rule.path(USE).asText(), List.copyOf(lists.keySet())));
        } else if (rule.size() > 1) {
            problem(at, ConfigurationWords.useWithMore());
        }
        return list == null ? JsonNodeFactory.instance.arrayNode() : list;
    }

    /**
     * The places of a list's rules, some of which stand in shared lists.
     *
     * @param at the list, as a JSON Pointer
     * @param rules where each rule stands
     * @param uses where a rule of a shared list is used
     */
    private record UsedPlaces(Document document, String at, List<String> rules, Map<Integer, String> uses)
            implements LayerPlaces {
        @Override
        public Optional<PolicyProblem.Place> place(String pointer) {
            return document.place(written(pointer));
        }

        @Override
        public PolicyProblem problem(String pointer, Diagnostic problem, List<String> related) {
            List<String> places =
                    new ArrayList<>(related.stream().map(this::written).toList());
            String use = uses.get(rule(pointer));
            Diagnostic found = problem;
            if (use != null) {
                places.add(use);
                found = problem.relatedTo(problem.rule(), "the list is used here");
            }
            return document.problem(written(pointer), found, places);
        }

        /** Returns the number of the rule that a pointer leads to; -1 for the whole list. */
        private int rule(String pointer) {
            String below = pointer.startsWith(at + "/") ? pointer.substring(at.length() + 1) : "";
            int end = below.indexOf('/');
            return below.isEmpty() ? -1 : Integer.parseInt(end < 0 ? below : below.substring(0, end));
        }

        private String written(String pointer) {
            int rule = rule(pointer);
            int length = at.length() + 1 + String.valueOf(rule).length();
            return rule < 0 || rule >= rules.size() ? pointer : rules.get(rule) + pointer.substring(length);
        }
    }
}
