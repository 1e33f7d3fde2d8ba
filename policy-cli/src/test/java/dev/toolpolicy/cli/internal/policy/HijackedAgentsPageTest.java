package dev.toolpolicy.cli.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.test.policy.internal.prove.Surface;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page of what a hijacked coding agent could do under the guides' policies, as the command says it. */
class HijackedAgentsPageTest {
    private static final Path PAGE = Path.of("../docs/explanation/hijacked-agents.md");
    private static final Path GUIDES = Path.of("../docs/how-to");
    private static final List<String> READING = List.of("Reads ", "Shows ", "Lists ", "Finds ");
    private static final String MARK = "<!-- surfaces -->";

    /** Returns the first policy of a guide for a catalog. */
    private static String policy(String guide, String catalog) {
        return CodeBlock.texts(GUIDES.resolve(guide), "toml").stream()
                .filter(block -> block.contains("catalog = \"" + catalog + "\""))
                .findFirst()
                .orElseThrow();
    }

    /** Returns what runs without approval, as the rows of a table, below a title and a sentence. */
    private static String surface(String title, String under, String policy) {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", policy))
                .unreachableRules(Severity.WARNING)
                .paths(PathSettings.plain().withHome("/home/u", true))
                .build();
        List<String> rows = Surface.of(engine, new Surface.State(List.of(), List.of(), Set.of())).stream()
                .map(SurfaceCommand::markdown)
                .toList();
        List<String> open =
                rows.stream().filter(row -> !row.contains("| nothing")).toList();
        String count = title + "\n\n" + under + (rows.size() - open.size()) + " of " + rows.size()
                + (rows.size() == 1 ? " tool does" : " tools do") + " nothing without approval.";
        return open.isEmpty()
                ? count + "\n"
                : count + " The others:\n\n| tool | runs without approval | bounds |\n|---|---|---|\n"
                        + String.join("\n", open) + "\n";
    }

    /** Returns a policy of the cookbook's lists for the tools of a catalog that have a place for one of them. */
    private static String cookbook(String catalog) {
        StringBuilder policy = new StringBuilder("catalog = \"" + catalog + "\"\n");
        for (HostCatalog.Entry entry : HostCatalog.of(catalog).entries()) {
            List<String[]> fitting = new ArrayList<>();
            for (Parameter parameter : entry.tool().schema().parameters()) {
                recipe(entry, parameter)
                        .ifPresent(recipe -> fitting.add(new String[] {recipe, "/" + parameter.name()}));
            }
            if (fitting.size() == 1) {
                String[] recipe = fitting.get(0);
                String list = CodeBlock.texts(GUIDES.resolve("cookbook.md"), "toml").stream()
                        .filter(block -> block.contains(recipe[0]))
                        .findFirst()
                        .orElseThrow();
                policy.append(list.replaceFirst("\\[tools\\..*]", "[tools.\"" + entry.name() + "\".policy]")
                        .replaceAll("arg = \"/[a-z]*\"", "arg = \"" + recipe[1] + "\""));
            }
        }
        return policy.toString();
    }

    /** Returns words of the recipe for a parameter; empty if there is none for it. */
    private static Optional<String> recipe(HostCatalog.Entry entry, Parameter parameter) {
        HostCatalog.Language language = entry.languages().get(parameter.name());
        if (language != null) {
            return parameter.type().kind() != ParameterType.Kind.STRING
                    ? Optional.empty()
                    : switch (language) {
                        case COMMAND_LINE -> Optional.of("\"wc *\"");
                        case URL -> Optional.of("\"docs.rs\"");
                        case POWERSHELL -> Optional.empty();
                    };
        }
        if (parameter.type().kind() != ParameterType.Kind.PATH || !parameter.isRequired()) {
            return Optional.empty();
        } else if (parameter.isSink()) {
            return Optional.of("\"src/**\"");
        }
        String does = entry.tool().description();
        return READING.stream().anyMatch(does::startsWith) ? Optional.of("\".env*\"") : Optional.empty();
    }

    @Test
    void thePageIsWhatTheCommandSays() throws IOException {
        Map<String, String> guides = new LinkedHashMap<>();
        guides.put("claude-code", "claude-code.md");
        guides.put("codex", "codex-and-gemini.md");
        guides.put("gemini-cli", "codex-and-gemini.md");
        StringBuilder surfaces = new StringBuilder(MARK + "\n");
        guides.forEach((catalog, guide) -> surfaces.append(surface(
                        "## " + HostCatalog.of(catalog).title(),
                        "Under the policy of [its guide](../how-to/" + guide + "), ",
                        policy(guide, catalog)))
                .append('\n'));
        surfaces.append("## Other agents and servers\n\n")
                .append("Under [the cookbook's](../how-to/cookbook.md) lists for reading without secrets, for writing")
                .append(" sources, for commands and for documentation sites. Each list is applied to the tools that")
                .append(" have one such path, command line or URL. All other tools need approval.\n\n");
        HostCatalog.names().stream()
                .filter(catalog -> !guides.containsKey(catalog))
                .forEach(catalog -> surfaces.append(
                                surface("### " + HostCatalog.of(catalog).title(), "", cookbook(catalog)))
                        .append('\n'));
        String page = Files.readString(PAGE);
        String before = page.substring(0, page.indexOf(MARK));
        String after = page.substring(page.lastIndexOf(MARK));
        String expected = before + surfaces + after;
        if (Boolean.getBoolean("goldens.update")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }
}
