package dev.toolpolicy.config.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.FactDeclarations;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.document.Document;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.load.LayerList;
import dev.toolpolicy.runtime.internal.load.LayerPart;
import dev.toolpolicy.runtime.internal.load.LayerResults;
import dev.toolpolicy.runtime.internal.load.LayerSection;
import dev.toolpolicy.runtime.internal.load.ListOrigin;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A reader of the sections of tools in a file. In {@code policy}, an unknown key is an error. Beside it, a file may
 * have any keys, except those that would have a meaning in {@code policy}.
 */
public final class SectionReader {
    private static final String TOOLS = "tools";
    private static final String FACTS = "facts";
    private static final String CATALOG = "catalog";
    private static final String RESULTS = "results";
    private static final String FLOOR = "floor";
    private static final String LISTS_KEY = "lists";
    private static final String ACCEPT = "accept";
    private static final List<String> ROOT_KEYS = List.of(TOOLS, FACTS, CATALOG, RESULTS, FLOOR, LISTS_KEY, ACCEPT);
    private static final String PARAMETERS = "parameters";
    private static final String POLICY = "policy";
    private static final String REQUIRES = "requires";
    private static final String LIMITS = "limits";
    private static final String OVERRIDES = "overrides";
    private static final String EXTERNAL = "external";
    private static final List<String> LISTS =
            Stream.of(ListKind.values()).map(ListKind::word).toList();
    private static final List<String> POLICY_KEYS =
            List.of(LISTS.get(0), LISTS.get(1), REQUIRES, LIMITS, OVERRIDES, EXTERNAL);
    private static final List<String> SECTION_KEYS =
            Stream.concat(Stream.of(POLICY, PARAMETERS), POLICY_KEYS.stream()).toList();

    private final Document document;
    private final List<LayerSection> sections = new ArrayList<>();
    private final List<PolicyProblem> problems = new ArrayList<>();
    private final List<LayerResults> results = new ArrayList<>();
    private Optional<LayerPart<ToolSchema>> facts = Optional.empty();
    private boolean floor;
    private Set<String> accepted = Set.of();
    private SharedLists shared;

    /** Creates the reader of a file. */
    public SectionReader(Document document) {
        this.document = document;
        this.shared = SharedLists.none(document, problems);
    }

    /**
     * Reads the sections below a root.
     *
     * @param root a JSON Pointer or empty
     * @param unread the layer that still lacks what the file says
     */
    public Layer read(String root, Layer unread) {
        read(root);
        return new Layer(
                unread.source(),
                unread.file(),
                problems,
                unread.unknownTools(),
                facts,
                sections,
                results,
                accepted,
                unread.isScoped(),
                unread.isFloor() || floor);
    }

    private void read(String root) {
        JsonNode base = document.root().at(root);
        if (!document.root().isObject()) {
            problem("", Words.wrongShape("a configuration", "an object", document.root()));
        } else if (base.isMissingNode()) {
            problem("", ConfigurationWords.noRoot(root, names(document.root())));
        } else if (!base.isObject()) {
            problem(root, Words.wrongShape(Words.quoted(root), "an object", base));
        } else {
            checkElsewhere(base, root);
            floor = base.path(FLOOR).asBoolean();
            if (base.has(FLOOR) && !base.get(FLOOR).isBoolean()) {
                problem(root + "/" + FLOOR, Words.wrongShape(Words.quoted(FLOOR), "true or false", base.get(FLOOR)));
            }
            accepted = AcceptReader.read(base.path(ACCEPT), root + "/" + ACCEPT, this::problem);
            shared = SharedLists.read(document, base.path(LISTS_KEY), root + "/" + LISTS_KEY, problems);
            findDates(base.path(LISTS_KEY), root + "/" + LISTS_KEY);
            if (base.has(FACTS)) {
                LayerPart<ToolSchema> declared =
                        ParametersReader.read(new DocumentNode(document, root + "/" + FACTS, base.get(FACTS)));
                problems.addAll(declared.problems());
                facts = Optional.of(declared).filter(part -> part.value().isPresent());
            }
            if (base.has(RESULTS)) {
                readResults(base.get(RESULTS), root + "/" + RESULTS);
            }
            if (base.has(CATALOG)) {
                readCatalogs(base.get(CATALOG), root + "/" + CATALOG);
            }
            if (base.path(TOOLS).isTextual()) {
                readCatalogs(base.get(TOOLS), root + "/" + TOOLS);
            } else if (base.has(TOOLS)) {
                readTools(base.get(TOOLS), root + "/" + TOOLS);
            }
            List<String> used = base.path(TOOLS).findValuesAsText("use");
            names(base.path(LISTS_KEY)).stream()
                    .filter(name -> !used.contains(name))
                    .forEach(name -> problem(below(root + "/" + LISTS_KEY, name), ConfigurationWords.unusedList(name)));
        }
    }

    private void problem(String pointer, Diagnostic diagnostic) {
        problems.add(document.problem(pointer, diagnostic));
    }

    private static List<String> names(JsonNode object) {
        return object.propertyStream().map(Map.Entry::getKey).toList();
    }

    /**
     * Reports tools that this reader would miss: under another key while there are none here, or under a misspelt one. So
     * it does with the mark of a floor, without which any later file replaces the lists.
     */
    private void checkElsewhere(JsonNode base, String root) {
        if (!root.isEmpty() && document.root().path(FLOOR).booleanValue()) {
            problem("/" + FLOOR, ConfigurationWords.ofTheFile(FLOOR));
        }
        for (Map.Entry<String, JsonNode> each : base.properties()) {
            String pointer = below(root, each.getKey());
            boolean isSection = each.getValue().isObject() || each.getValue().isBoolean();
            boolean misspelt = !ROOT_KEYS.contains(each.getKey())
                    && Words.nearest(each.getKey(), ROOT_KEYS)
                            .filter(meant -> isSection || meant.equals(CATALOG) || meant.equals(ACCEPT))
                            .isPresent();
            if (List.of(LIMITS, REQUIRES).contains(each.getKey())
                    && (isSection || each.getValue().path(0).isObject())) {
                problem(pointer, ConfigurationWords.outsidePolicy(each.getKey()));
            } else if (misspelt) {
                problem(pointer, Words.unknownKey("a configuration", each.getKey(), ROOT_KEYS));
            } else if (!base.has(TOOLS) && each.getValue().path(TOOLS).isObject()) {
                problem(pointer + "/" + TOOLS, ConfigurationWords.toolsElsewhere(pointer));
            } else if (!ROOT_KEYS.contains(each.getKey())
                    && each.getValue().path(FLOOR).booleanValue()) {
                problem(pointer + "/" + FLOOR, ConfigurationWords.ofTheFile(FLOOR));
            } else if (!ROOT_KEYS.contains(each.getKey()) && isLost(each.getKey(), each.getValue())) {
                problem(pointer, ConfigurationWords.rulesElsewhere(each.getKey()));
            }
        }
    }

    /** Returns whether a section that no tool reads looks like rules, like a policy, or like policies of several tools. */
    private static boolean isLost(String key, JsonNode section) {
        boolean isList = LISTS.contains(key)
                || key.equals("mode")
                || Stream.of("arg", "tool").anyMatch(member -> section.findValue(member) != null);
        return (isList || section.isObject()) && hasRules(section)
                || section.valueStream().anyMatch(each -> each.isObject() && hasRules(each));
    }

    /** Returns whether a value is a list of rules, a mode, or has one of these, or limits or requirements, as in a policy. */
    private static boolean hasRules(JsonNode value) {
        boolean isList = value.isArray()
                && value.findValuesAsText("mode").stream()
                        .anyMatch(word -> Mode.of(word).isPresent());
        return isList
                || Mode.of(value.asText()).isPresent()
                || Stream.of(LISTS.get(0), LISTS.get(1), POLICY)
                        .anyMatch(key -> value.has(key) && hasRules(value.get(key)))
                || Stream.of(LIMITS, REQUIRES)
                        .anyMatch(key -> value.path(key).path(0).isObject());
    }

    /** Declares the tools of one catalog, or of several in a list. */
    private void readCatalogs(JsonNode written, String pointer) {
        if (written.isTextual() || written.isArray() && !written.isEmpty()) {
            DocumentNode.forEach(written, pointer, (name, at) -> {
                if (name.isTextual()) {
                    readCatalog(name.textValue(), at);
                } else {
                    problem(at, Words.wrongShape("a catalog", "a name", name));
                }
            });
        } else {
            problem(
                    pointer,
                    Words.wrongShape(Words.quoted(CATALOG), "the name of a catalog, or a list of names", written));
        }
    }

    private void readResults(JsonNode written, String pointer) {
        if (!written.isObject()) {
            problem(pointer, Words.wrongShape(Words.quoted(RESULTS), "an object with an entry for each tool", written));
        }
        for (Map.Entry<String, JsonNode> each : written.properties()) {
            String place = below(pointer, each.getKey());
            LayerPart<LayerResults> read = new DocumentNode(document, place, each.getValue())
                    .read((node, at) -> ResultsReader.read(each.getKey(), document, node, at));
            problems.addAll(read.problems());
            read.value().ifPresent(results::add);
        }
    }

    private void readCatalog(String name, String pointer) {
        if (HostCatalog.names().contains(name)) {
            HostCatalog catalog = HostCatalog.of(name);
            if (!catalog.facts().parameters().isEmpty()) {
                List<ToolSchema> known = Stream.concat(
                                facts.flatMap(LayerPart::value).stream(), Stream.of(catalog.facts()))
                        .toList();
                facts = Optional.of(LayerPart.of(document, pointer, FactDeclarations.joined(known)));
            }
            for (HostCatalog.Entry each : catalog.entries()) {
                LayerPart<ToolSchema> schema =
                        LayerPart.of(document, pointer, each.tool().schema());
                sections.add(LayerSection.of(each.name(), document, pointer)
                        .declaring(schema, each.tool().description()));
                if (each.isClean()) {
                    results.add(LayerResults.ofCatalog(each.name(), document, pointer));
                }
            }
        } else {
            problem(pointer, ConfigurationWords.noCatalog(name, HostCatalog.names()));
        }
    }

    private void readTools(JsonNode tools, String pointer) {
        if (!tools.isObject()) {
            problem(pointer, Words.wrongShape(Words.quoted(TOOLS), "an object with a section for each tool", tools));
        }
        for (Map.Entry<String, JsonNode> tool : tools.properties()) {
            String place = below(pointer, tool.getKey());
            if (tool.getKey().isEmpty()) {
                problem(place, Words.toolName(TextNode.valueOf("")));
            } else if (tool.getValue().isObject()) {
                readTool(tool.getKey(), tool.getValue(), place);
            } else {
                problem(place, Words.wrongShape("the section of a tool", "an object", tool.getValue()));
            }
        }
    }

    private void readTool(String tool, JsonNode section, String pointer) {
        checkSection(section, pointer);
        JsonNode policy = section.path(POLICY);
        if (!policy.isObject() && !policy.isMissingNode()) {
            problem(pointer + "/" + POLICY, Words.wrongShape(Words.quoted(POLICY), "an object", policy));
        }
        checkPolicy(tool, policy, pointer + "/" + POLICY);
        Map<ListKind, LayerList> lists = new LinkedHashMap<>();
        for (ListKind list : ListKind.values()) {
            list(tool, list.word(), section, pointer).ifPresent(written -> lists.put(list, written));
        }
        LayerSection.Reach reach = new LayerSection.Reach(
                policy.path(OVERRIDES).asBoolean(), policy.path(EXTERNAL).asBoolean());
        Optional<DocumentNode> parameters = member(section, pointer, PARAMETERS);
        Optional<DocumentNode> paths = parameters.filter(written -> PathsReader.reads(written.value()));
        Optional<DocumentNode> declared = paths.isPresent() ? Optional.empty() : parameters;
        if (declared.isPresent() && ToolNames.isPattern(tool)) {
            problem(declared.get().pointer(), ConfigurationWords.parametersOfPattern(tool));
        }
        String summary = section.path("summary").asText("");
        sections.add(new LayerSection(
                tool,
                document,
                pointer,
                lists,
                member(policy, pointer + "/" + POLICY, REQUIRES).map(list -> list.read(RequirementsReader::read)),
                member(policy, pointer + "/" + POLICY, LIMITS).map(list -> list.read(LimitsReader::read)),
                reach,
                declared.map(ParametersReader::read),
                paths.map(written -> PathsReader.read(written, problems)).orElse(List.of()),
                section.path("description").asText(summary)));
    }

    /** Returns what an object has at a key; empty if it has nothing there. */
    private Optional<DocumentNode> member(JsonNode object, String pointer, String key) {
        return Optional.ofNullable(object.get(key))
                .map(value -> new DocumentNode(document, pointer + "/" + key, value));
    }

    private Optional<LayerList> list(String tool, String list, JsonNode section, String pointer) {
        JsonNode now = section.path(POLICY).path(list);
        JsonNode older = section.path(list);
        if (!older.isMissingNode()) {
            problem(pointer + "/" + list, ConfigurationWords.deprecated(tool, list, !now.isMissingNode()));
        }
        if (now.isMissingNode() && older.isMissingNode()) {
            return Optional.empty();
        }
        JsonNode written = now.isMissingNode() ? older : now;
        String place = pointer + (now.isMissingNode() ? "/" : "/" + POLICY + "/") + list;
        checkWord(written, place);
        for (int i = 0; i < written.size(); i++) {
            checkWord(written.path(i).path("mode"), place + "/" + i + "/mode");
        }
        boolean forAll = tool.equals(LayerSection.ALL);
        ListOrigin.Kind kind = forAll ? ListOrigin.Kind.ALL_TOOLS : ListOrigin.Kind.CONFIGURATION;
        return Optional.of(shared.list(written, place, new ListOrigin(kind, document.place(place))));
    }

    /** Warns of an older word for a mode. */
    private void checkWord(JsonNode written, String pointer) {
        String word = written.asText();
        Mode.of(word)
                .filter(mode -> !mode.word().equals(word))
                .ifPresent(mode -> problem(pointer, ConfigurationWords.deprecatedWord(word, mode)));
    }

    private void checkPolicy(String tool, JsonNode policy, String pointer) {
        String owner =
                tool.equals(LayerSection.ALL) ? "the policy of all tools" : "the policy of " + Words.quoted(tool);
        for (String key : names(policy)) {
            if (ROOT_KEYS.contains(key)) {
                problem(below(pointer, key), ConfigurationWords.ofTheFile(key));
            } else if (!POLICY_KEYS.contains(key)) {
                problem(below(pointer, key), Words.unknownKey(owner, key, POLICY_KEYS));
            } else if (key.equals(OVERRIDES) || key.equals(EXTERNAL)) {
                checkReach(tool, key, policy.get(key), below(pointer, key));
            } else if (key.equals(REQUIRES) && tool.equals(LayerSection.ALL)) {
                problem(below(pointer, key), ConfigurationWords.noRequirementsForAll());
            }
        }
        findDates(policy, pointer);
    }

    private void checkReach(String tool, String key, JsonNode value, String pointer) {
        if (key.equals(OVERRIDES) && !ToolNames.isPattern(tool)) {
            problem(pointer, ConfigurationWords.reachWithoutPattern(key));
        } else if (!value.isBoolean()) {
            problem(pointer, Words.wrongShape(Words.quoted(key), "true or false", value));
        }
    }

    private void findDates(JsonNode node, String pointer) {
        if (node.isPojo()) {
            problem(pointer, ConfigurationWords.date(node.asText()));
        }
        node.properties().forEach(each -> findDates(each.getValue(), below(pointer, each.getKey())));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            findDates(node.get(i), pointer + "/" + i);
        }
    }

    private void checkSection(JsonNode section, String pointer) {
        section.properties().forEach(each -> {
            String key = each.getKey();
            boolean isUnknown = !SECTION_KEYS.contains(key);
            boolean isText = each.getValue().isTextual()
                    && Mode.of(each.getValue().textValue()).isEmpty();
            if (ROOT_KEYS.contains(key)) {
                problem(below(pointer, key), ConfigurationWords.ofTheFile(key));
            } else if (POLICY_KEYS.contains(key) && !LISTS.contains(key)) {
                problem(below(pointer, key), ConfigurationWords.outsidePolicy(key));
            } else if (isUnknown && !isText && Words.nearest(key, SECTION_KEYS).isPresent()) {
                problem(below(pointer, key), Words.unknownKey("a tool", key, SECTION_KEYS));
            } else if (isUnknown && isLost(key, each.getValue())) {
                problem(below(pointer, key), ConfigurationWords.rulesElsewhere(key));
            }
        });
    }

    private static String below(String pointer, String key) {
        return pointer + "/" + ArgumentPointer.escape(key);
    }
}
