package demo;

import dev.toolpolicy.annotation.Tool;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

class Tools {
    @Tool
    record Schedule(
        String what,
        Instant when,
        Optional<Optional<String>> twice,
        List<@Nullable String> gaps,
        Map<Integer, String> numbered,
        @Nullable int count,
        byte[] bytes,
        Empty empty,
        Node node,
        Box<String> box,
        Hidden hidden,
        Object anything,
        Outer outer) {}

    @Tool
    record Generic<T>(T value) {}

    enum Empty {}

    record Node(String name, List<Node> children) {}

    record Box<T>(T value) {}

    private record Hidden(String name) {}

    record Outer(char initial, List<?> rest) {}
}
