package dev.toolpolicy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatcherTest {

    /** Matchers each of which differs from its neighbors in one part. */
    private static List<Matcher> matchers() {
        List<String> hosts = List.of("a.org");
        return List.of(
                Matcher.constant(TextNode.valueOf("a")),
                Matcher.constant(IntNode.valueOf(1)),
                Matcher.oneOf(List.of(TextNode.valueOf("a"))),
                Matcher.oneOf(List.of(TextNode.valueOf("a"), TextNode.valueOf("b"))),
                Matcher.pattern("a"),
                Matcher.pattern("b"),
                Matcher.prefix("a"),
                Matcher.glob("a"),
                Matcher.bound(Matcher.Bound.MINIMUM, ExactNumber.of("1")),
                Matcher.bound(Matcher.Bound.MINIMUM, ExactNumber.of("2")),
                Matcher.bound(Matcher.Bound.EXCLUSIVE_MINIMUM, ExactNumber.of("2")),
                Matcher.host("a.org"),
                Matcher.host(hosts, List.of("https"), List.of()),
                Matcher.host(hosts, List.of("https"), List.of(443)),
                Matcher.host(hosts, List.of("https"), List.of(80)),
                Matcher.commands(List.of("a"), false),
                Matcher.commands(List.of("a"), true),
                Matcher.inFact(ArgumentPointer.parse("/a")),
                Matcher.inFact(ArgumentPointer.parse("/b")));
    }

    @Test
    void matchersAreEqualIfAllTheirPartsAre() {
        List<Matcher> one = matchers();
        List<Matcher> same = matchers();
        for (int i = 0; i < one.size(); i++) {
            assertThat(one.get(i)).isEqualTo(same.get(i)).hasSameHashCodeAs(same.get(i));
            for (int j = 0; j < i; j++) {
                assertThat(one.get(i)).isNotEqualTo(one.get(j));
                assertThat(one.get(i).toString()).isNotEqualTo(one.get(j).toString());
            }
        }
    }
}
