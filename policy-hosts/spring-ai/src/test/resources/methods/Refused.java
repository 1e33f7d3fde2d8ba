package methods;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.annotation.Policy;
import dev.toolpolicy.annotation.Rule;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.core.annotation.AliasFor;

public class Refused {
    @Tool
    @Checked
    public void missingNumber(Missing a) {} // but a missing number is read as 0

    @Tool
    @Checked
    public void character(char a) {} // but char has no type of its own

    @Tool
    @Checked
    public void boxedCharacter(Character a) {} // but Character is not a value

    @Tool
    @Checked
    public void path(Path a) {} // but Spring AI describes Path as an object

    @Tool
    @Checked
    public void file(java.io.File a) {} // describes File as an object

    @Tool
    @Checked
    public void locale(java.util.Locale a) {} // but Locale is not a value with fields

    @Tool
    @Checked
    public void oneByte(byte a) {} // but Spring AI describes byte as a text

    @Tool
    @Checked
    public void byteArray(byte[] a) {} // describes byte[] as an array and reads it as one text

    @Tool
    @Checked
    public void byteList(List<Byte> a) {} // describes Byte as a text

    @Tool
    @Checked
    public void optional(Optional<String> a) {} // but Optional is not a value

    @Tool
    @Checked
    public void optionalInt(OptionalInt a) {} // but OptionalInt is not a value

    @Tool
    @Checked
    public void jsonNode(JsonNode a) {} // but JsonNode is not a value

    @Tool
    @Checked
    public void iterable(Iterable<String> a) {} // but Iterable is not a value

    @Tool
    @Checked
    public void rawList(List a) {} // doesn't describe the elements of List

    @Tool
    @Checked
    public void wildcard(List<?> a) {} // doesn't describe ?

    @Tool
    @Checked
    public void keys(Map<Integer, String> a) {} // but the keys of a JSON object are strings

    @Tool
    @Checked
    public void hashMap(HashMap<String, String> a) {} // but HashMap is not a value

    @Tool
    @Checked
    public void listArray(List<String>[] a) {} // doesn't describe the elements of List<String>[]

    @Tool
    @Checked
    public void generic(Box<String> a) {} // type variables of Box

    @Tool
    @Checked
    public void recursive(Node a) {} // so Node contains itself

    @Tool
    @Checked
    public void sealed(Shape a) {} // is not a value with fields

    @Tool
    @Checked
    public void polymorphic(Kind a) {} // where @JsonTypeInfo on Kind

    @Tool
    @Checked
    public void inherited(Child a) {} // but Child inherits fields from Plain

    @Tool
    @Checked
    public void aliased(Aliased a) {} // where @JsonAlias on a changes

    @Tool
    @Checked
    public void setter(Setter a) {} // where @JsonSetter on setA changes

    @Tool
    @Checked
    public void renamedConstant(Level a) {} // where @JsonProperty on LOW changes

    @Tool
    @Checked
    public void shouting(Shouting a) {} // reads its constants by toString()

    @Tool
    @Checked
    public void swagger(Swagger a) {} // where name of @Schema on a changes

    @Tool
    @Checked
    public void naming(Naming a) {} // where @JsonNaming on Naming changes

    @Tool
    @Checked
    public void readOnly(ReadOnly a) {} // where @JsonProperty on a changes

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
            paths = "/target/path",
            run = {
                @Rule(arg = "/target/path", prefix = "src/", mode = Mode.ALLOW),
                @Rule(arg = "/target/path", prefix = "src/secret/", mode = Mode.DENY), // rule 2 never applies
                @Rule(mode = Mode.ASK)
            })
    public void dead(Target target) {}

    @Office
    @Checked // Refused.sharesAPolicy can't share the policy of @Checked, since its framework's annotation is on
    public void sharesAPolicy(String a) {}

    @Everything // Refused.sharesOfOneAnnotation can't share the policy of @Everything
    public void sharesOfOneAnnotation(String a) {}

    @Deep // the name of Refused.carriedTwice can't be read from its annotation: @Deep carries it through @Office
    @Policy(run = @Rule(mode = Mode.ASK))
    public void carriedTwice(String a) {}

    @Guessed // "name" of @Guessed has no @AliasFor
    @Policy(run = @Rule(mode = Mode.ASK))
    public void guessed(String a) {}

    @Within // "value" of @Within is an alias within @Within
    @Policy(run = @Rule(mode = Mode.ASK))
    public void within(String a) {}

    @WithinByName // "called" of @WithinByName is an alias within @WithinByName
    @Policy(run = @Rule(mode = Mode.ASK))
    public void withinByName(String a) {}

    @WithinByDefault // "called" of @WithinByDefault is an alias within @WithinByDefault
    @Policy(run = @Rule(mode = Mode.ASK))
    public void withinByDefault(String a) {}

    @Undecided // "called" of @Undecided has an @AliasFor with "attribute" and "value"
    @Policy(run = @Rule(mode = Mode.ASK))
    public void undecided(String a) {}

    @Office // a second annotation on the method carries it too
    @Guessed
    @Policy(run = @Rule(mode = Mode.ASK))
    public void carriedByTwo(String a) {}

    @Policy(run = @Rule(mode = Mode.ASK)) // @Policy on Refused.parts has no effect, since no framework calls the method
    @NotATool
    public void parts(String a) {}

    @Tool
    @interface Office {}

    @Tool
    @Policy(run = @Rule(mode = Mode.ASK))
    @interface Everything {}

    @Office
    @interface Deep {}

    @Tool
    @interface Guessed {
        String name() default "";
    }

    @Tool
    @interface Within {
        @AliasFor("name")
        String value() default "";

        @AliasFor(annotation = Tool.class, attribute = "name")
        String name() default "";
    }

    @Tool
    @interface WithinByName {
        @AliasFor(annotation = WithinByName.class, attribute = "title")
        String called() default "";

        @AliasFor(annotation = Tool.class, attribute = "name")
        String title() default "";
    }

    @Tool
    @interface WithinByDefault {
        @AliasFor(annotation = Annotation.class, attribute = "title")
        String called() default "";

        @AliasFor(annotation = Tool.class, attribute = "name")
        String title() default "";
    }

    @Tool
    @interface Undecided {
        @AliasFor(annotation = Tool.class, attribute = "name", value = "name")
        String called() default "";
    }

    /** Carries itself. */
    @NotATool
    @interface NotATool {}

    @Policy(run = @Rule(mode = Mode.ASK))
    @interface Checked {}

    public record Missing(String a, @JsonProperty("number") int n) {}

    public record Target(String path) {}

    public enum Level { @JsonProperty("low") LOW, HIGH }

    public enum Shouting {
        A, B;

        @Override
        public String toString() {
            return name() + "!";
        }
    }

    public record Box<T>(T a) {}

    public record Node(String name, List<Node> children) {}

    public sealed interface Shape permits Round {}

    public record Round(int r) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    public static class Kind {}

    public static class Plain { String p; }

    public static class Child extends Plain { String a; }

    public record Aliased(@JsonAlias("b") String a) {}

    public record Swagger(@Schema(name = "b") String a) {}

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Naming(String theName) {}

    public record ReadOnly(@JsonProperty(access = JsonProperty.Access.READ_ONLY) String a) {}

    public static class Setter {
        String a;

        @JsonSetter("b")
        void setA(String a) {}
    }
}
