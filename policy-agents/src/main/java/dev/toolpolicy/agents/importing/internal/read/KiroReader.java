package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.model.Entry;
import dev.toolpolicy.agents.importing.internal.model.Form;
import dev.toolpolicy.agents.importing.internal.model.HostRules;
import dev.toolpolicy.agents.importing.internal.model.Precedence;
import dev.toolpolicy.agents.importing.internal.source.JsonSource;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.syntax.CrossingPaths;
import dev.toolpolicy.agents.importing.internal.syntax.HostRegex;
import dev.toolpolicy.agents.importing.internal.syntax.ReadSettings;
import dev.toolpolicy.agents.importing.internal.syntax.WorkspacePaths;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.HostCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code allowedTools} and {@code toolsSettings} of the agents of Kiro and Amazon Q. Denials come first. */
final class KiroReader implements ListReader {
    private static final String CATALOG = "kiro";
    private static final Set<String> SHELLS = Set.of("execute_bash", "shell", "execute_cmd");
    private static final Set<String> FILES = Set.of("fs_read", "read", "fs_write", "write", "glob", "grep");
    private static final Set<String> AWS = Set.of("use_aws", "aws");

    @Override
    public HostRules read(List<ListFile> files, ReadSettings settings) throws SourceException {
        List<Entry> entries = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (ListFile file : files) {
            Node root = JsonSource.read(file.name(), file.text(), false);
            for (Node tool : root.get("allowedTools").items()) {
                entries.add(Entry.of(tool.place(), tool.text(), Mode.ALLOW, tools(tool.text()), new Form.Whole()));
            }
            for (Node.Member tool : root.get("toolsSettings").members()) {
                settings(tool, settings, entries, notes);
            }
        }
        return new HostRules(CATALOG, Precedence.DENY_ASK_ALLOW, entries, Map.of(), notes);
    }

    private static List<String> tools(String name) {
        if (name.equals("@builtin")) {
            return HostCatalog.of(CATALOG).entries().stream()
                    .map(HostCatalog.Entry::name)
                    .toList();
        } else if (name.startsWith("@") && name.indexOf('/') < 0) {
            return List.of(name + "/*");
        }
        return List.of(name);
    }

    private static void settings(Node.Member tool, ReadSettings settings, List<Entry> entries, List<String> notes) {
        for (Node.Member key : tool.value().members()) {
            for (Node item : key.value().oneOrMore()) {
                form(tool.name(), key.name(), item.text(), settings).ifPresent(form -> {
                    Mode mode =
                            key.name().startsWith("denied") || key.name().equals("blocked") ? Mode.DENY : Mode.ALLOW;
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

    private static java.util.Optional<Form> form(String tool, String key, String text, ReadSettings settings) {
        Mode mode = key.startsWith("denied") ? Mode.DENY : Mode.ALLOW;
        boolean commands = key.equals("allowedCommands") || key.equals("deniedCommands");
        boolean paths = key.equals("allowedPaths") || key.equals("deniedPaths");
        boolean services = key.equals("allowedServices") || key.equals("deniedServices");
        if (commands && SHELLS.contains(tool)) {
            return java.util.Optional.of(HostRegex.rust(text).form(true));
        } else if (paths && FILES.contains(tool)) {
            return java.util.Optional.of(new WorkspacePaths(settings, mode).form(text));
        } else if (services && AWS.contains(tool)) {
            return java.util.Optional.of(new Form.Text("service_name", CrossingPaths.text(text), false));
        } else if (key.equals("trusted") || key.equals("blocked")) {
            return java.util.Optional.of(new Form.Unsaid("a regular expression over a URL is not a host"));
        }
        return mode == Mode.DENY
                ? java.util.Optional.of(new Form.Unsaid(tool + " takes no such denials"))
                : java.util.Optional.empty();
    }

    private static String finding(String tool, String text) {
        return SHELLS.contains(tool) && text.endsWith(" *")
                ? "this is a regular expression: \" *\" is blanks only; write " + text.substring(0, text.length() - 2)
                        + "( .*)?"
                : "";
    }
}
