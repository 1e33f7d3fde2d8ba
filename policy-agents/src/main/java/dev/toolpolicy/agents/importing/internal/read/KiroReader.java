package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.CrossingPaths;
import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.HostRegex;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.Wildcards;
import dev.toolpolicy.agents.importing.internal.rule.WorkspacePaths;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code allowedTools} and {@code toolsSettings} of the agents of Kiro and Amazon Q. Denials come first. */
final class KiroReader extends ListReader {
    private static final String CATALOG = "kiro";
    private static final Set<String> SHELLS = Set.of("execute_bash", "shell", "execute_cmd");
    private static final Set<String> FILES = Set.of("fs_read", "read", "fs_write", "write", "glob", "grep");
    private static final Set<String> AWS = Set.of("use_aws", "aws");

    KiroReader() {
        super(CATALOG, Precedence.DENY_ASK_ALLOW);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = json(file, false);
        for (Node tool : texts(root.get("allowedTools"))) {
            List<String> tools = tools(tool.text());
            Form form = tools.isEmpty() ? new Form.Inert("no tool of the agent's own fits it") : new Form.Whole();
            entries.add(Entry.of(tool.place(), tool.text(), Mode.ALLOW, tools, form));
        }
        for (Node.Member tool :
                required(root.get("toolsSettings"), Node.Kind.OBJECT).members()) {
            settings(tool);
        }
    }

    /** Returns the tools of a name. A pattern without {@code @} is about the agent's own tools, not about servers'. */
    private static List<String> tools(String written) {
        boolean isOwn = written.startsWith("@builtin/");
        String name = written.equals("@builtin") ? "*" : isOwn ? written.substring(9) : written;
        if (name.startsWith("@") || !ToolNames.isPattern(name)) {
            return List.of(name.startsWith("@") && name.indexOf('/') < 0 ? name + "/*" : name);
        }
        return HostCatalog.of(CATALOG).toolNames().stream()
                .filter(own -> ToolNames.fits(name, own))
                .toList();
    }

    private void settings(Node.Member tool) throws SourceException {
        for (Node.Member key : required(tool.value(), Node.Kind.OBJECT).members()) {
            Mode mode = key.name().startsWith("denied") || key.name().equals("blocked") ? Mode.DENY : Mode.ALLOW;
            for (Node item :
                    mode == Mode.DENY ? texts(key.value()) : key.value().oneOrMore()) {
                form(mode, tool.name(), key.name(), item.text()).ifPresent(form -> {
                    Entry entry = Entry.of(item.place(), item.text(), mode, List.of(tool.name()), form);
                    entries.add(entry.withFinding(finding(tool.name(), item.text())));
                });
            }
            if (key.name().equals("denyByDefault") && key.value().is(true)) {
                entries.add(Entry.of(key.place(), "denyByDefault", Mode.DENY, List.of(tool.name()), new Form.Whole()));
            } else if (key.value().is(true)) {
                notes.add(tool.name() + ": " + key.name() + " is not imported");
            }
        }
    }

    private Optional<Form> form(Mode mode, String tool, String key, String text) {
        boolean commands = key.equals("allowedCommands") || key.equals("deniedCommands");
        boolean paths = key.equals("allowedPaths") || key.equals("deniedPaths");
        boolean services = key.equals("allowedServices") || key.equals("deniedServices");
        if (commands && SHELLS.contains(tool)) {
            return Optional.of(HostRegex.rust(text).form(true));
        } else if (paths && FILES.contains(tool)) {
            return Optional.of(new WorkspacePaths(settings, mode).form(text));
        } else if (services && AWS.contains(tool)) {
            boolean said = mode == Mode.DENY || Wildcards.isLiteral(text);
            Form form = new Form.Text("service_name", CrossingPaths.text(text), false);
            return Optional.of(said ? form : new Form.Unsaid("its star is a character, which no service has"));
        } else if (key.equals("trusted") || key.equals("blocked")) {
            return Optional.of(new Form.Unsaid("a regular expression over a URL is not a host"));
        }
        return mode == Mode.DENY ? Optional.of(new Form.Unsaid(tool + " takes no such denials")) : Optional.empty();
    }

    private static String finding(String tool, String text) {
        return SHELLS.contains(tool) && text.endsWith(" *")
                ? "this is a regular expression: \" *\" is blanks only; write " + text.substring(0, text.length() - 2)
                        + "( .*)?"
                : "";
    }
}
