package dev.toolpolicy.runtime.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.adapter.PathDeltas;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.CodeBlock;
import dev.toolpolicy.stream.Fragment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The examples of the guides to fragments and limits, and of the page on the parser, do what they say. */
class ArgumentGuidesTest {
    private static final Path GUIDES = Path.of("../docs");
    private static final Path INTERNAL = Path.of("../docs/internal");

    private static Path file(String name) {
        Path guide = GUIDES.resolve(name);
        return Files.exists(guide) ? guide : INTERNAL.resolve(name);
    }

    private static String page(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rows of all tables with this head, in order. */
    private static List<String[]> rows(String name, String head) {
        List<String[]> rows = new ArrayList<>();
        boolean inside = false;
        for (String line : page(name).lines().toList()) {
            if (line.equals(head)) {
                inside = true;
            } else if (!line.startsWith("|")) {
                inside = false;
            } else if (inside && !line.startsWith("|---")) {
                rows.add(line.substring(2, line.length() - 2).split(" \\| ?", -1));
            }
        }
        return rows;
    }

    private static String code(String cell) {
        return cell.substring(cell.indexOf('`') + 1, cell.lastIndexOf('`'));
    }

    @Test
    void eachChunkGivesTheFragmentsBesideIt() {
        List<Fragment> fragments = new ArrayList<>();
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), new FragmentRecorder(fragments::add));
        int texts = 0;
        for (String[] row : rows("how-to/fragments.md", "| chunk | fragments |")) {
            boolean end = row[0].equals("*end*");
            if (end) {
                assertThat(parser.finish().error()).isEmpty();
                parser = new FragmentParser(ArgumentLimits.defaults(), new FragmentRecorder(fragments::add));
                texts++;
            } else {
                parser.append(code(row[0]));
            }
            String told = fragments.stream()
                    .map(fragment -> "`" + shown(fragment) + "`")
                    .collect(Collectors.joining(" · "));
            assertThat(told).as("at %s", row[0]).isEqualTo(row[1].strip());
            fragments.clear();
        }
        assertThat(texts).isEqualTo(6);
    }

    private static String shown(Fragment fragment) {
        String place = fragment.path().equals(Fragment.Path.ROOT)
                ? "root"
                : fragment.path().toString();
        return place + " " + Texts.what(fragment);
    }

    @Test
    void eachTextHasTheErrorBesideIt() {
        List<String[]> rows = rows("how-to/fragments.md", "| text | error |");
        assertThat(rows).hasSize(8);
        for (String[] row : rows) {
            String[] words = row[1].replace("`", "").split(" at |, ");
            String place = words[2].equals("root") ? "" : words[2];
            assertThat(Texts.error(code(row[0]))).isEqualTo(words[0] + "@" + words[1] + place);
        }
    }

    @Test
    void eachDeltaGivesTheTextBesideIt() {
        PathDeltas deltas = new PathDeltas();
        List<String[]> rows = rows("how-to/fragments.md", "| delta | text |");
        assertThat(rows).hasSize(5);
        for (String[] row : rows) {
            String text = row[0].equals("*end*") ? deltas.end() : deltas.next(Resources.parse(code(row[0])));
            assertThat(text).isEqualTo(code(row[1]));
        }
    }

    @Test
    void theDefaultsAreThoseOfTheTable() {
        List<String> numbers = rows("reference/limits.md", "| limit | setting | default | the error is at |").stream()
                .map(row -> row[2].replace(",", "").replaceAll(" .*", ""))
                .toList();
        ArgumentLimits limits = ArgumentLimits.defaults();
        assertThat(numbers)
                .containsExactly(
                        "" + limits.nesting(),
                        "" + limits.text(),
                        "" + limits.name(),
                        "" + limits.number(),
                        "" + limits.values(),
                        "–");
    }

    @Test
    void theCodeOfThePagesIsTheCodeOfThisTest() throws IOException {
        String source =
                Files.readString(Path.of("src/test/java/dev/toolpolicy/runtime/internal/read/ArgumentGuidesTest.java"));
        String lines = source.replaceAll("\\s+", "");
        int blocks = 0;
        for (String name : List.of("how-to/fragments.md", "reference/limits.md", "parser.md")) {
            for (String block : CodeBlock.texts(file(name), "java")) {
                assertThat(lines).contains(block.replaceAll("\\s+", ""));
                blocks++;
            }
        }
        assertThat(blocks).isEqualTo(8);
    }

    @Test
    void aVisitor() {
        StringBuilder shown = new StringBuilder();
        FragmentVisitor display = new FragmentVisitor() {
            @Override
            public void name(String name) {
                shown.append(name).append(": ");
            }

            @Override
            public void text(CharSequence buffer, int start, int end) {
                shown.append(buffer, start, end);
            }
        };
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), display);
        parser.append("{\"content\":\"fn ma");
        parser.append("in() {}");
        assertThat(shown.toString()).isEqualTo("content: fn main() {}");
    }

    @Test
    void records() {
        List<Fragment> fragments = new ArrayList<>();
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), new FragmentRecorder(fragments::add));
        parser.append("{\"a\":[tr").append("ue]}").finish();
        assertThat(fragments.stream().map(ArgumentGuidesTest::shown).toList())
                .containsExactly("/a/0 true", "/a/0 done", "/a done", "root done");
        assertThat(fragments.get(0).path()).isSameAs(fragments.get(1).path());
    }

    @Test
    void values() {
        StringBuilder shown = new StringBuilder();
        ValueAggregator values = new ValueAggregator(
                (name, value) -> shown.append(name).append('=').append(value));
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), values);
        parser.append("{\"path\":\"a.rs\",\"content\":\"fn ");
        parser.append("main\"}").finish();
        JsonNode whole = values.value().orElseThrow();
        assertThat(shown.toString()).isEqualTo("path=\"a.rs\"content=\"fn main\"");
        assertThat(whole.toString()).isEqualTo("{\"path\":\"a.rs\",\"content\":\"fn main\"}");
    }

    @Test
    void checked() {
        ToolSchema schema = ToolSchema.of(
                Parameter.required("path", ParameterType.path()), Parameter.optional("limit", ParameterType.integer()));
        ValueAggregator values = new ValueAggregator();
        SchemaCheck check = new SchemaCheck(schema, values);
        FragmentParser parser = new FragmentParser(ArgumentLimits.defaults(), check);
        parser.append("{\"path\":\"a.rs\",\"limit\":null}").finish();
        assertThat(values.value().orElseThrow().toString()).isEqualTo("{\"path\":\"a.rs\"}");
    }

    @Test
    void limits() {
        ArgumentLimits limits = ArgumentLimits.defaults().withText(1 << 20).withNesting(32);
        assertThat(Texts.read(limits, List.of("[".repeat(33))).errorAt()).startsWith("limit-exceeded@32");
    }

    private static PolicySession open() {
        DeclaredTool tool = DeclaredTool.of(
                        "write",
                        ToolSchema.of(
                                Parameter.required("path", ParameterType.path()),
                                Parameter.optional("limit", ParameterType.integer())
                                        .withDefault(IntNode.valueOf(9))))
                .withRun(RuleList.always(Mode.ALLOW));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(tool)))
                .build()
                .newSession();
    }

    @Test
    void progress() {
        List<String> shown = new ArrayList<>();
        PolicySession session = open();
        show = shown::add;
        session.onProgress(progress -> progress.value()
                .ifPresent(value -> show(progress.tool() + progress.fragment().path() + " = " + value)));
        session.calls()
                .call("c", "write")
                .append("{\"path\":\"a")
                .append(".rs\"}")
                .finish();
        assertThat(shown).containsExactly("write/path = \"a.rs\"", "write = {\"path\":\"a.rs\"}");
    }

    private Consumer<String> show = text -> {};

    private void show(String text) {
        show.accept(text);
    }

    /** Feeds chunks of bytes to a call, as the guide shows it. */
    private static ToolCallOutcome fed(ToolCallStream call, List<byte[]> received) throws CharacterCodingException {
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer rest = ByteBuffer.allocate(0);
        for (byte[] chunk : received) {
            ByteBuffer bytes = ByteBuffer.allocate(rest.remaining() + chunk.length);
            bytes.put(rest).put(chunk).flip();
            CharBuffer text = CharBuffer.allocate(bytes.remaining());
            CoderResult result = utf8.decode(bytes, text, false);
            if (result.isError()) {
                result.throwException();
            }
            call.append(text.flip());
            rest = bytes;
        }
        if (rest.hasRemaining()) {
            throw new MalformedInputException(rest.remaining());
        }
        return call.finish();
    }

    @Test
    void bytesCutAnywhereAreDecoded() throws CharacterCodingException {
        byte[] all = "{\"path\":\"aé€😀z\"}".getBytes(StandardCharsets.UTF_8);
        PolicySession session = open();
        for (int size = 1; size <= all.length; size++) {
            List<byte[]> chunks = new ArrayList<>();
            for (int from = 0; from < all.length; from += size) {
                chunks.add(Arrays.copyOfRange(all, from, Math.min(all.length, from + size)));
            }
            ToolCallOutcome outcome = fed(session.calls().call("c" + size, "write"), chunks);
            assertThat(outcome.approved().orElseThrow().arguments().get("path").textValue())
                    .as("chunks of %d bytes", size)
                    .isEqualTo("aé€😀z");
        }
        ToolCallStream cut = session.calls().call("cut", "write");
        assertThatThrownBy(() -> fed(cut, List.of(all, new byte[] {(byte) 0xe2})))
                .isInstanceOf(MalformedInputException.class);
        ToolCallStream bad = session.calls().call("bad", "write");
        assertThatThrownBy(() -> fed(bad, List.of(new byte[] {'{', (byte) 0xff})))
                .isInstanceOf(MalformedInputException.class);
    }

    @Test
    void deltas() {
        List<JsonNode> received = List.of(Resources.parse("{\"jsonPath\":\"$.a\",\"boolValue\":true}"));
        ValueAggregator values = new ValueAggregator();
        FragmentParser call = new FragmentParser(ArgumentLimits.defaults(), values);
        PathDeltas deltas = new PathDeltas();
        for (JsonNode delta : received) {
            call.append(deltas.next(delta));
        }
        call.append(deltas.end()).finish();
        assertThat(values.value().orElseThrow().toString()).isEqualTo("{\"a\":true}");
    }
}
