package dev.toolpolicy.agents.importing.internal.read;

import dev.toolpolicy.agents.importing.internal.rule.Entry;
import dev.toolpolicy.agents.importing.internal.rule.Form;
import dev.toolpolicy.agents.importing.internal.rule.Precedence;
import dev.toolpolicy.agents.importing.internal.rule.RawForms;
import dev.toolpolicy.agents.importing.internal.rule.Wildcards;
import dev.toolpolicy.agents.importing.internal.source.Node;
import dev.toolpolicy.agents.importing.internal.source.SourceException;
import dev.toolpolicy.agents.importing.internal.source.YamlSource;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.internal.read.HostCatalog;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Reads {@code permissions} of the agent files of cagent. Denials come first, then allowances. Case doesn't matter. */
final class CagentReader extends ListReader {

    CagentReader() {
        super("cagent", Precedence.DENY_ALLOW_ASK);
    }

    @Override
    void read(ListFile file) throws SourceException {
        Node root = root(YamlSource.read(file.name(), file.text(), 1));
        byMode(root.get("permissions"), KEYS, (list, mode) -> {
            for (Node item : texts(required(list, Node.Kind.LIST))) {
                Stream.of(parts(item.text(), Mode.ALLOW), parts(item.text(), mode))
                        .distinct()
                        .forEach(parts -> entries.add(entry(item, mode, parts)));
            }
        });
    }

    private Entry entry(Node item, Mode mode, List<String> parts) {
        List<String> tools = tools(parts.get(0), mode);
        List<Form> forms = new ArrayList<>();
        for (String part : parts.subList(1, parts.size())) {
            int equals = part.indexOf('=');
            Node value = Node.scalar(item.place(), Node.Kind.TEXT, part.substring(equals + 1));
            forms.add(RawForms.of(part.substring(0, equals), value, mode, settings, true));
        }
        forms.removeIf(form -> forms.size() > 1 && form.equals(new Form.Whole()));
        return Entry.of(item.place(), item.text(), mode, tools, Form.all(forms));
    }

    /**
     * Splits {@code tool:parameter=pattern:parameter=pattern}. A colon before the first parameter belongs to the name. The
     * host drops the text behind another one. A rule that stops is read with it too.
     */
    private static List<String> parts(String rule, Mode mode) {
        List<String> parts = new ArrayList<>();
        for (String part : rule.split(":", -1)) {
            int last = parts.size() - 1;
            if (last < 0 || part.indexOf('=') > 0) {
                parts.add(part);
            } else if (last == 0 || mode != Mode.ALLOW) {
                parts.set(last, parts.get(last) + ":" + part);
            }
        }
        return parts;
    }

    /** Returns the tools of a name in any case. What isn't in the catalog is written in the usual spellings. */
    private static List<String> tools(String written, Mode mode) {
        String name = mode == Mode.ALLOW ? written : Wildcards.widened(written);
        Set<String> tools = new LinkedHashSet<>();
        for (HostCatalog.Entry tool : HostCatalog.of("cagent").entries()) {
            if (ToolNames.fits(name.toLowerCase(Locale.ROOT), tool.name().toLowerCase(Locale.ROOT))) {
                tools.add(tool.name());
            }
        }
        if (tools.isEmpty() || ToolNames.isPattern(name)) {
            tools.add(name);
            if (mode != Mode.ALLOW) {
                tools.add(name.toLowerCase(Locale.ROOT));
                tools.add(name.toUpperCase(Locale.ROOT));
            }
        }
        return List.copyOf(tools);
    }
}
