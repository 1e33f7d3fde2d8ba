package dev.toolpolicy.runtime.internal.approve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that could mislead a reader. */
class MisleadingTest {
    private static JsonNode read(String json) throws Exception {
        return new ObjectMapper().readTree(json.replace('\'', '"'));
    }

    @Test
    void namesThatLookAlikeAreMarked() throws Exception {
        assertThat(Misleading.in(read("{'to':{'iban':1,'lBAN':2}}")))
                .containsExactly("the names \"iban\" and \"lBAN\" in /to look alike");
        assertThat(Misleading.in(read("{'path':1,'\u0440\u0430th':2}")))
                .contains("the names \"path\" and \"\u0440\u0430th\" look alike");
        assertThat(Misleading.in(read("[{'amount':1,'Amount':2}]")))
                .containsExactly("the names \"amount\" and \"Amount\" in /0 look alike");
    }

    @Test
    void otherNamesAreNot() throws Exception {
        assertThat(Misleading.in(read("{'from':1,'form':2,'a':{'to':3},'b':{'to':4}}")))
                .isEmpty();
    }

    @Test
    void aLineBreakAtTheEndIsUsual() throws Exception {
        assertThat(Misleading.in(read("{'content':'a\\n','b':'\\n'}"))).isEmpty();
        assertThat(Misleading.in(read("{'content':'a \\n'}"))).containsExactly("/content begins or ends with blanks");
        assertThat(Misleading.in(read("{'content':'\\na'}"))).containsExactly("/content begins or ends with blanks");
    }

    /** A whole word of Cyrillic letters can look Latin, such as a part of a host's name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bob@\u0441\u043e\u0441\u043e.com",
                "https://\u0440\u0430\u0443.io/x",
                "see www.\u0441\u043e\u0441\u043e.org now",
                "p\u0430y"
            })
    void wordsThatLookLatinAreMarked(String text) {
        assertThat(Misleading.in(TextNode.valueOf(text)))
                .containsExactly("the value mixes letters of scripts that look alike");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u043a\u0430\u043a test", // two words of two languages
                "\u0444\u0430\u0439\u043b.txt",
                "\u0441\u043e\u0440@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
                "coco.com"
            })
    void wordsOfAnotherScriptAreNot(String text) {
        assertThat(Misleading.in(TextNode.valueOf(text))).isEmpty();
    }
}
