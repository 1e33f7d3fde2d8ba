package dev.toolpolicy.runtime.internal.approve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

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
}
