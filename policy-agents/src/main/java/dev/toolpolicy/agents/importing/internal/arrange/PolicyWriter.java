package dev.toolpolicy.agents.importing.internal.arrange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.HostRules;
import dev.toolpolicy.config.internal.write.TomlValue;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes lists as a policy file in TOML. The same lists give the same bytes. */
public final class PolicyWriter {
    private static final int LONGEST = 100;

    private final StringBuilder out = new StringBuilder();
    /** The names of shared lists, by their rules. */
    private final Map<List<OutRule>, String> names = new HashMap<>();

    private PolicyWriter() {}

    /**
     * Writes a policy file.
     *
     * @param head lines of the comment at its top
     * @param rules where the lists come from
     * @param lists the lists
     * @param shares whether a list that several tools have is written once
     */
    public static String write(List<String> head, HostRules rules, List<ToolList> lists, boolean shares) {
        PolicyWriter writer = new PolicyWriter();
        head.forEach(writer::comment);
        writer.out.append("catalog = " + TomlValue.string(rules.catalog()) + "\n");
        writer.facts(rules.facts());
        if (shares) {
            writer.shared(lists);
        }
        lists.stream().filter(list -> !list.name().equals(ListBuilder.ALL)).forEach(writer::list);
        writer.rest(lists);
        return writer.out.toString();
    }

    private void comment(String line) {
        out.append("# ").append(VisibleText.line(line)).append('\n');
    }

    private void facts(Map<String, List<String>> facts) {
        if (facts.isEmpty()) {
            return;
        }
        out.append("\n[facts]\n");
        new TreeMap<>(facts).forEach((name, values) -> {
            boolean isBoolean = values.equals(List.of("true", "false"));
            String type = isBoolean
                    ? "{ type = \"boolean\" }"
                    : "{ type = \"string\", enum = ["
                            + values.stream().map(TomlValue::string).collect(Collectors.joining(", ")) + "] }";
            out.append(name).append(" = ").append(type).append('\n');
        });
    }

    /** Writes each list that several tools have once, under the name of the first of them. */
    private void shared(List<ToolList> lists) {
        Map<List<OutRule>, Integer> uses = new HashMap<>();
        lists.forEach(list -> uses.merge(list.rules(), 1, Integer::sum));
        for (ToolList list : lists) {
            if (uses.getOrDefault(list.rules(), 0) > 1 && list.always().isEmpty() && !names.containsKey(list.rules())) {
                out.append((names.isEmpty() ? "\n[lists]\n" : "") + TomlValue.key(list.name()) + " = ");
                rules(list);
                names.put(list.rules(), list.name());
            }
        }
    }

    private void list(ToolList list) {
        String key = "tools." + TomlValue.key(list.name());
        if (!list.declared() && !list.isPattern()) {
            out.append("\n[").append(key).append(".parameters]    # not in the catalog: any arguments\n");
            out.append("type = \"object\"\nadditionalProperties = true\n");
        }
        out.append("\n[").append(key).append(".policy]\n");
        if (list.isPattern()) {
            out.append("external = true\n");
        }
        run(list);
    }

    private void rest(List<ToolList> lists) {
        out.append("\n# All other tools.\n[tools.\"*\".policy]\n");
        lists.stream()
                .filter(list -> list.name().equals(ListBuilder.ALL))
                .findFirst()
                .ifPresentOrElse(this::run, () -> out.append("run = \"ask\"\n"));
    }

    private void run(ToolList list) {
        if (list.always().isPresent()) {
            list.rules().forEach(rule -> origins(rule, ""));
            out.append("run = " + TomlValue.string(list.always().get().word()) + "\n");
            return;
        }
        String shared = names.get(list.rules());
        out.append("run = ");
        if (shared != null) {
            out.append("[{ use = ").append(TomlValue.string(shared)).append(" }]\n");
        } else {
            rules(list);
        }
    }

    private void rules(ToolList list) {
        out.append("[\n");
        list.rules().forEach(this::rule);
        if (!list.rules().get(list.rules().size() - 1).isCatchAll()) {
            out.append("  { mode = \"ask\" },\n");
        }
        out.append("]\n");
    }

    private void origins(OutRule rule, String indent) {
        if (!rule.comment().isEmpty()) {
            out.append(indent);
            comment(rule.comment());
        }
        Set<Entry> written = new HashSet<>(rule.patterns().values()); // beside their patterns
        rule.entries().stream()
                .filter(entry -> !written.contains(entry))
                .distinct()
                .forEach(entry -> {
                    out.append(indent);
                    comment(origin(entry));
                });
    }

    private static String origin(Entry entry) {
        String file = entry.place().file();
        String name = file.substring(file.lastIndexOf('/') + 1);
        return VisibleText.line(
                name + ":" + entry.place().line() + ":" + entry.place().column() + " " + entry.written(), LONGEST);
    }

    private void rule(OutRule rule) {
        origins(rule, "  ");
        out.append("  { ");
        if (rule.conditions().size() <= 1) {
            rule.conditions().forEach(condition -> members(condition, rule.patterns()));
        } else {
            out.append("all = [");
            for (ObjectNode condition : rule.conditions()) {
                out.append(" { ");
                members(condition, rule.patterns());
                out.setLength(out.length() - 2);
                out.append(" },");
            }
            out.setLength(out.length() - 1);
            out.append(" ], ");
        }
        out.append("mode = ").append(TomlValue.string(rule.mode().word())).append(" },\n");
    }

    /** Writes the members of a condition, each with a comma behind it. */
    private void members(ObjectNode condition, Map<String, Entry> patterns) {
        condition.properties().forEach(each -> {
            out.append(each.getKey()).append(" = ");
            if (each.getKey().equals("commands")) {
                commands(each.getValue(), patterns);
            } else {
                out.append(TomlValue.of(each.getValue()));
            }
            out.append(", ");
        });
    }

    private void commands(JsonNode set, Map<String, Entry> patterns) {
        out.append("[\n");
        for (JsonNode pattern : set) {
            out.append("    ").append(TomlValue.string(pattern.textValue())).append(',');
            Entry entry = patterns.get(pattern.textValue());
            if (entry != null) {
                out.append("    ");
                comment(origin(entry));
            } else {
                out.append('\n');
            }
        }
        out.append("  ]");
    }
}
