package methods;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Require;
import dev.toolpolicy.annotation.Rule;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

public class Refused {
    @Tool
    @Checked
    public void missingFlag(Missing a) {} // but a missing dryRun is read as false

    @Tool
    @Checked
    public void character(char a) {} // but char has no type of its own

    @Tool
    @Checked
    public void boxedCharacter(Character a) {} // but Character is not a value

    @Tool
    @Checked
    public void sequence(CharSequence a) {} // but CharSequence is not a value

    @Tool
    @Checked
    public void path(Path a) {} // parameter a of Refused.path is of type Path, but LangChain4j describes Path as an object

    @Tool
    @Checked
    public void file(java.io.File a) {} // LangChain4j describes File as an object

    @Tool
    @Checked
    public void uri(java.net.URI a) {} // but URI is not a value with fields of its own

    @Tool
    @Checked
    public void date(java.time.LocalDate a) {} // but LocalDate is not a value with fields of its own

    @Tool
    @Checked
    public void jsonNode(JsonNode a) {} // but JsonNode is not a value

    @Tool
    @Checked
    public void iterable(Iterable<String> a) {} // but Iterable is not a value

    @Tool
    @Checked
    public void rawOptional(Optional a) {} // but Optional is not a value

    @Tool
    @Checked
    public void optionalInt(OptionalInt a) {} // but OptionalInt is not a value

    @Tool
    @Checked
    public void rawList(List a) {} // doesn't describe the elements of List

    @Tool
    @Checked
    public void wildcard(List<?> a) {} // doesn't describe ?

    @Tool
    @Checked
    public void wildcardOfList(List<? extends List<String>> a) {} // doesn't describe ? extends List<String>

    @Tool
    @Checked
    public void rawMap(Map a) {} // doesn't describe the elements of Map

    @Tool
    @Checked
    public void keys(Map<Integer, String> a) {} // but the keys of a JSON object are strings

    @Tool
    @Checked
    public void hashMap(HashMap<String, String> a) {} // but HashMap is not a value

    @Tool
    @Checked
    public void byteArray(byte[] a) {} // describes byte[] as an array and reads it as one text

    @Tool
    @Checked
    public void chars(char[] a) {} // describes char[] as an array and reads it as one text

    @Tool
    @Checked
    public void listArray(List<String>[] a) {} // doesn't describe the elements of List<String>[]

    @Tool
    @Checked
    public void generic(Box<String> a) {} // doesn't describe the type variables of Box

    @Tool
    @Checked
    public void recursive(Node a) {} // so Node contains itself

    @Tool
    @Checked
    public void listOfRecursive(List<Node> a) {} // so Node contains itself

    @Tool
    @Checked
    public void sealed(Shape a) {} // is not a value with fields of its own

    @Tool
    @Checked
    public void polymorphic(Kind a) {} // where @JsonTypeInfo on Kind changes what LangChain4j reads

    @Tool
    @Checked
    public void abstractClass(Abstract a) {} // is not a value with fields of its own

    @Tool
    @Checked
    public void anInterface(Runnable a) {} // but Runnable is not a value

    @Tool
    @Checked
    public void inherited(Child a) {} // but Child inherits fields from Plain

    @Tool
    @Checked
    public void inheritedFromRecord(OfRecord a) {} // but OfRecord inherits fields from Record

    @Tool
    @Checked
    public void inner(Inner a) {} // but Inner is not static

    @Tool
    @Checked
    public void bundled(Bundled a) {} // where @Bundle on a changes what LangChain4j reads

    @Tool
    @Checked
    public void coded(Crossed a) {} // where @JsonValue on code changes what LangChain4j reads

    @Tool
    @Checked
    public void ofInterface(Custom a) {} // where @JsonTypeInfo on Typed changes what LangChain4j reads

    @Tool
    @Checked
    public void renamed(Renamed a) {} // describes its field a to models and doesn't read it

    @Tool
    @Checked
    public void transientField(Transient a) {} // describes its field a to models and doesn't read it

    @Tool
    @Checked
    public void aliased(Aliased a) {} // where @JsonAlias on a changes what LangChain4j reads

    @Tool
    @Checked
    public void ignored(Ignored a) {} // where @JsonIgnore on a changes

    @Tool
    @Checked
    public void setter(Setter a) {} // where @JsonSetter on setA changes

    @Tool
    @Checked
    public void creator(Creator a) {} // where @JsonCreator on of changes

    @Tool
    @Checked
    public void accessor(Accessor a) {} // where @JsonProperty on b changes

    @Tool
    @Checked
    public void optionalInRecord(WithOptional a) {} // but Optional is not a value

    @Tool
    @Checked
    public void renamedConstant(Level a) {} // where @JsonProperty on LOW changes

    @Tool
    @Checked
    public void emptyEnum(Empty a) {} // which has no constants

    @Tool
    @Checked
    public void continuation(Continuation a) {} // but Continuation is not a value

    @Tool
    @Checked
    public void sameName(@P(name = "b") String a, String b) {} // is the second parameter named "b"

    @Tool
    @Checked
    public void badDefault(@P(defaultValue = "x") int a) {} // the default for parameter a of Refused.badDefault must be a whole number

    @Tool
    @Checked
    public void badConstant(@P(defaultValue = "PURPLE") Color a) {} // the default for parameter a of Refused.badConstant must be one of

    @Tool
    @Checked
    public <T> void variable(T a) {} // but T has no type of its own in JSON

    @Tool
    @Checked
    public void twoOfThem(String a) {}

    @Tool(name = "other")
    @Checked
    public void twoOfThem(int a) {} // Refused.twoOfThem is overloaded: another tool's definition is named

    @Tool(name = "no good") // "no good" is not a valid tool name
    @Checked
    public void badName() {}

    @Policy(run = @Rule(mode = Mode.ASK)) // @Policy on Refused.plain has no effect, since no framework calls the method
    public void plain(String a) {}

    @Tool
    @Policy(
            run = {
                @Rule(arg = "/pat", prefix = "src/", mode = Mode.ALLOW), // there is no parameter "/pat"
                @Rule(mode = Mode.ASK)
            })
    public void typo(String path) {}

    @Tool
    @Policy(
            paths = "/path",
            run = {
                @Rule(arg = "/path", prefix = "src/", mode = Mode.ALLOW),
                @Rule(arg = "/path", prefix = "src/secret/", mode = Mode.DENY), // rule 2 never applies
                @Rule(mode = Mode.ASK)
            })
    public void dead(String path) {}

    @Tool
    @Policy(
            paths = "/count", // there is no string at "/count"
            run = @Rule(mode = Mode.ASK))
    public void noString(int count) {}

    @Tool
    @Policy(
            run = @Rule(mode = Mode.ASK),
            requires = @Require(tools = "nowhere")) // "nowhere"
    public void requiring(int count) {}

    @Policy(run = @Rule(mode = Mode.ASK))
    @interface Checked {}

    public enum Color { RED }

    public enum Empty {}

    public enum Level { @JsonProperty("low") LOW }

    public record Missing(String a, @JsonProperty boolean dryRun) {}

    public record Box<T>(T a) {}

    public record Node(String name, List<Node> children) {}

    public sealed interface Shape permits Round {}

    public record Round(int r) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    public static class Kind {}

    public abstract static class Abstract {}

    public static class Plain { String p; }

    public static class Child extends Plain { String a; }

    @com.fasterxml.jackson.annotation.JacksonAnnotationsInside
    @JsonProperty("b")
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @interface Bundle {}

    public record Bundled(@Bundle String a) {}

    interface Coded {
        @com.fasterxml.jackson.annotation.JsonValue
        String code();
    }

    interface Inherited extends Coded {}

    /** Jackson reads "B" as A. */
    enum Crossed implements Inherited {
        A("B"),
        B("A");

        private final String code;

        Crossed(String code) {
            this.code = code;
        }

        @Override
        public String code() {
            return code;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface Typed {}

    public record Custom(String a) implements Typed {}

    public static class Record { String b; }

    public static class OfRecord extends Record { String a; }

    public class Inner { String a; }

    public interface Continuation {}

    public record Renamed(@JsonProperty("b") String a) {}

    public static class Transient { transient String a; }

    public record Aliased(@JsonAlias("b") String a) {}

    public record Ignored(@JsonIgnore String a) {}

    public record WithOptional(Optional<String> a) {}

    public static class Setter {
        String a;

        @JsonSetter("b")
        void setA(String a) {}
    }

    public static class Creator {
        String a;

        @JsonCreator
        static Creator of(@JsonProperty("b") String b) {
            return new Creator();
        }
    }

    public record Accessor(String a) {
        @JsonProperty("a")
        public String b() {
            return a;
        }
    }
}
