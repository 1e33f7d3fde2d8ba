package dev.toolpolicy.analysis.internal.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.analysis.internal.automaton.build.TextSearch;
import dev.toolpolicy.analysis.internal.read.ConditionSets;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The best text of one set, if it is in the others too, is known without a search; and it is what a search finds. */
class LeafSearchTest {
    private static final NormalPath.Form FORM = NormalPath.Form.PLAIN;
    private static final ParameterType TEXT = ParameterType.string();
    private static final ParameterType PATH = ParameterType.path();

    private final List<Atom.Sets> tests = new ArrayList<>();

    @Test
    void theBestOfOneSetTakesNoSearch() {
        assertThat(free(TEXT)).isEqualTo("\"\"");
        in(TEXT, Matcher.prefix("git ")).in(TEXT, Matcher.pattern("t")).out(TEXT, Matcher.pattern("x"));
        assertThat(free(TEXT)).isEqualTo("\"git \"");

        tests.clear();
        in(TEXT, Matcher.pattern("^[b-y]{3}")).in(TEXT, Matcher.pattern("b$")).out(TEXT, Matcher.prefix("c"));
        assertThat(free(TEXT)).isEqualTo("\"bbb\"");

        tests.clear();
        in(PATH, Matcher.prefix("src/")).in(PATH, Matcher.pattern("^s")).out(PATH, Matcher.prefix("src/x"));
        assertThat(free(PATH)).isEqualTo("\"src\"");

        tests.clear();
        assertThat(free(PATH)).isEqualTo("\"a\"");
        assertThat(in(PATH, Matcher.prefix(".")).free(PATH)).isEqualTo("\"a\"");
    }

    @Test
    void valuesOutsideAnotherSetAreSearched() {
        in(TEXT, Matcher.prefix("git")).out(TEXT, Matcher.constant(TextNode.valueOf("git")));
        assertThatThrownBy(() -> free(TEXT)).isInstanceOf(UndecidedException.class);
        assertThat(found(TEXT, 1)).hasToString("[\"gita\"]");

        tests.clear();
        in(PATH, Matcher.prefix("src")).out(PATH, Matcher.constant(TextNode.valueOf("./src/")));
        assertThatThrownBy(() -> free(PATH)).isInstanceOf(UndecidedException.class);
        assertThat(found(PATH, 1)).hasToString("[\"src/a\"]");
    }

    @Test
    void anyValueIsATextThatNoSetHas() {
        out(ParameterType.any(), Matcher.constant(TextNode.valueOf("x")));
        assertThat(found(ParameterType.any(), 2)).hasToString("[\"xx\", \"xxx\"]");
    }

    /** A text that isn't the normal form of a path isn't a witness, though the pattern has no shorter one. */
    @Test
    void theBestTextOfAPatternMayBeNoPath() {
        assertThat(in(PATH, Matcher.pattern("//")).found(PATH, 1)).isEmpty();
        tests.clear();
        assertThat(in(PATH, Matcher.pattern("/\\.")).found(PATH, 1)).hasToString("[\"/.a\"]");
        tests.clear();
        assertThat(in(PATH, Matcher.pattern("^\\.?$")).found(PATH, 1)).hasToString("[\".\"]");
    }

    @Test
    void moreOfThemStartWithTheBestAndAreAllDifferent() {
        in(TEXT, Matcher.prefix("git ")).out(TEXT, Matcher.prefix("git b"));
        assertThat(found(TEXT, 3)).hasToString("[\"git \", \"git a\", \"git c\"]");
        tests.clear();
        assertThat(in(PATH, Matcher.prefix("src")).found(PATH, 2)).hasToString("[\"src\", \"src/a\"]");
        assertThat(in(PATH, Matcher.prefix("lib")).found(PATH, 2)).isEmpty();
    }

    private LeafSearchTest in(ParameterType type, Matcher matcher) {
        tests.add(Atom.Sets.of(sets(type, matcher), List.of(), type, FORM));
        return this;
    }

    private LeafSearchTest out(ParameterType type, Matcher matcher) {
        tests.add(Atom.Sets.of(List.of(), List.of(Atom.Group.of(sets(type, matcher))), type, FORM));
        return this;
    }

    private static List<ValueSet> sets(ParameterType type, Matcher matcher) {
        Condition condition = Condition.onArgument(ArgumentPointer.parse("/x"), matcher);
        return ConditionSets.of(condition, type, FORM, Mode.DENY).holding();
    }

    /** What is found with nothing to spend. */
    private String free(ParameterType type) {
        return new LeafSearch(new TextSearch(0, 0), Optional.empty(), FORM)
                .values(type, tests, 1)
                .get(0)
                .toString();
    }

    private List<JsonNode> found(ParameterType type, int count) {
        return new LeafSearch(new TextSearch(100_000, 1_000_000), Optional.empty(), FORM).values(type, tests, count);
    }
}
