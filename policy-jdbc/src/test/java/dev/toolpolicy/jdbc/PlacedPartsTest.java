package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The parts in a session's row, and those in rows of their own. */
class PlacedPartsTest {
    private final DataSource database = Databases.h2();
    private final SessionStore store = JdbcSessionStore.on(database, Databases.PATIENT);
    private final Map<String, JsonNode> parts = new HashMap<>();
    private SessionStore.State state = SessionStore.State.NONE;

    private TreeSet<String> apart() throws SQLException {
        state = store.replace("s", state, parts).orElseThrow();
        TreeSet<String> names = new TreeSet<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name from tool_policy_part")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private void open(int call) {
        parts.put("begun/" + (char) ('a' + call), JsonNodeFactory.instance.objectNode());
    }

    @Test
    void callsAndTheTimeOfTheLastChangeHaveNoRowsOfTheirOwn() throws SQLException {
        parts.put("changed", TextNode.valueOf("now"));
        parts.put("record", TextNode.valueOf("much"));
        open(0);

        assertThat(apart()).containsExactly("record");

        parts.remove("begun/a");
        assertThat(apart()).containsExactly("record");
        assertThat(store.read("s", SessionStore.State.NONE)).isEqualTo(state);
    }

    @Test
    void aCallThatIsHandedOverHasARowOfItsOwn() throws SQLException {
        open(0);
        assertThat(apart()).isEmpty();

        parts.put(
                "begun/a",
                JsonNodeFactory.instance.objectNode().set("arguments", JsonNodeFactory.instance.objectNode()));
        assertThat(apart()).containsExactly("begun/a");

        parts.remove("begun/a");
        assertThat(apart()).isEmpty();
    }

    @Test
    void ofManyOpenCallsSixteenAreInTheSessionsRow() throws SQLException {
        for (int call = 0; call < 20; call++) {
            open(call);
        }
        assertThat(apart()).containsExactly("begun/q", "begun/r", "begun/s", "begun/t");

        parts.remove("begun/c");
        assertThat(apart()).containsExactly("begun/r", "begun/s", "begun/t");
        assertThat(store.read("s", SessionStore.State.NONE)).isEqualTo(state);
    }

    @Test
    void aDamagedRowIsNoSession() {
        assertThat(PlacedParts.read("a 1\nb {}\n")).containsOnlyKeys("a", "b");
        assertThatThrownBy(() -> PlacedParts.read("a 1\n5\n"))
                .isInstanceOf(StoreException.class)
                .hasMessage("a session's row is damaged");
        assertThatThrownBy(() -> PlacedParts.read("a 1\nb {\n"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the stored part \"b\" is not JSON");
    }
}
