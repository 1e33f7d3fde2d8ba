package dev.toolpolicy.agents.importing.internal.source;

import dev.toolpolicy.agents.importing.internal.source.Node.Kind;
import dev.toolpolicy.agents.importing.internal.source.Node.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML with SnakeYAML Engine. Builds no objects of types. */
public final class YamlSource {
    /** More nodes than any list has; aliases could make far more of a small text. */
    private static final int MOST = 200_000;

    private final String file;
    private final int firstLine;
    private final Set<org.snakeyaml.engine.v2.nodes.Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int nodes;

    private YamlSource(String file, int firstLine) {
        this.file = file;
        this.firstLine = firstLine;
    }

    /**
     * Reads a text.
     *
     * @param file what messages call it
     * @param text the text of one document
     * @param firstLine the line of the file in which the text begins
     * @throws SourceException if it isn't YAML
     */
    public static Node read(String file, String text, int firstLine) throws SourceException {
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(file).build();
            Optional<org.snakeyaml.engine.v2.nodes.Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                throw new SourceException(file, "the file is empty");
            }
            return new YamlSource(file, firstLine).node(root.get());
        } catch (MarkedYamlEngineException e) {
            String reason = "this is not YAML: " + e.getProblem();
            Place place = e.getProblemMark()
                    .map(mark -> new Place(file, mark.getLine() + firstLine, mark.getColumn() + 1))
                    .orElse(new Place(file, firstLine, 1));
            throw new SourceException(place, reason);
        } catch (YamlEngineException e) {
            throw new SourceException(file, "this is not YAML");
        } catch (StackOverflowError e) { // the library has no limit of its own
            throw new SourceException(file, "this YAML is nested too deep");
        }
    }

    private Place place(org.snakeyaml.engine.v2.nodes.Node node) {
        Optional<Mark> mark = node.getStartMark();
        return mark.map(at -> new Place(file, at.getLine() + firstLine, at.getColumn() + 1))
                .orElse(new Place(file, firstLine, 1));
    }

    private Node node(org.snakeyaml.engine.v2.nodes.Node node) throws SourceException {
        Place place = place(node);
        if (++nodes > MOST || !open.add(node)) {
            throw new SourceException(place, "the aliases of this YAML make it too large, or endless");
        }
        try {
            return convert(node, place);
        } finally {
            open.remove(node);
        }
    }

    private Node convert(org.snakeyaml.engine.v2.nodes.Node node, Place place) throws SourceException {
        if (node instanceof MappingNode mapping) {
            Map<String, Member> members = new LinkedHashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                Node key = node(tuple.getKeyNode());
                if (key.text().equals("<<")) {
                    throw new SourceException(key.place(), "merged keys (<<) are not read");
                }
                Member member = new Member(key.text(), key.place(), node(tuple.getValueNode()));
                if (members.put(key.text(), member) != null) {
                    throw new SourceException(key.place(), "the key \"" + key.text() + "\" stands twice");
                }
            }
            return Node.object(place, List.copyOf(members.values()));
        } else if (node instanceof SequenceNode sequence) {
            List<Node> items = new ArrayList<>();
            for (org.snakeyaml.engine.v2.nodes.Node item : sequence.getValue()) {
                items.add(node(item));
            }
            return Node.list(place, items);
        } else if (node instanceof ScalarNode scalar) {
            return Node.scalar(place, kind(scalar.getTag()), scalar.getValue());
        }
        return Node.scalar(place, Kind.NONE, "");
    }

    private static Kind kind(Tag tag) {
        if (tag.equals(Tag.BOOL)) {
            return Kind.BOOLEAN;
        } else if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return Kind.NUMBER;
        }
        return tag.equals(Tag.NULL) ? Kind.NONE : Kind.TEXT;
    }
}
