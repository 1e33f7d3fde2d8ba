package dev.toolpolicy.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Many sources for an annotation processor, each different and of about two kilobytes. */
enum ManySources {
    /** Tools that are records. */
    RECORDS {
        @Override
        List<Path> write(Path folder, int count) throws IOException {
            return ManyTools.write(folder, count);
        }
    },
    /** Tools that are LangChain4j's methods, ten in a class. */
    METHODS {
        @Override
        List<Path> write(Path folder, int count) throws IOException {
            return ManyTools.writeMethods(folder, count);
        }
    },
    /** Values with builders. */
    AUTO_VALUE {
        @Override
        String source(int i) {
            return """
                package demo.p%d;

                import com.google.auto.value.AutoValue;
                import java.nio.file.Path;
                import java.util.List;

                /** Value %d. */
                @AutoValue
                public abstract class Type%d {
                    public enum Kind { COPY, MOVE, LINK }

                %s

                    public static Builder builder() {
                        return new AutoValue_Type%d.Builder();
                    }

                    public abstract Builder toBuilder();

                    /** Builds a value. */
                    @AutoValue.Builder
                    public abstract static class Builder {
                %s

                        public abstract Type%d build();
                    }
                }
                """.formatted(
                    i % 20,
                    i,
                    i,
                    lines("    /** Returns the property. */\n    public abstract TYPE NAME();"),
                    i,
                    lines("        /** Sets the property. */\n        public abstract Builder NAME(TYPE value);"),
                    i);
        }
    },
    /** Mappers of one bean to another. */
    MAPSTRUCT {
        @Override
        String source(int i) {
            return """
                package demo.p%d;

                import java.nio.file.Path;
                import java.util.List;
                import org.mapstruct.Mapper;

                /** Mapper %d. */
                @Mapper
                public interface Type%d {
                    To map(From from);

                    From back(To to);

                    List<To> all(List<From> from);

                    enum Kind { COPY, MOVE, LINK }

                    class From {
                %s
                    }

                    class To {
                %s
                    }
                }
                """.formatted(i % 20, i, i, bean(), bean());
        }
    },
    /** Components with a module each. */
    DAGGER {
        @Override
        String source(int i) {
            String provides = IntStream.range(0, 10)
                    .mapToObj(n -> """
                            @Provides
                            static Part%d part%d(%s) {
                                return new Part%d();
                            }
                        """.formatted(n, n, n == 0 ? "" : "Part" + (n - 1) + " before", n))
                    .collect(Collectors.joining("\n"));
            String parts = IntStream.range(0, 10)
                    .mapToObj(n -> "    final class Part" + n + " {}")
                    .collect(Collectors.joining("\n\n"));
            return """
                package demo.p%d;

                import dagger.Component;
                import dagger.Module;
                import dagger.Provides;
                import javax.inject.Inject;

                /** Component %d. */
                @Component(modules = Type%d.Parts.class)
                public interface Type%d {
                    Whole whole();

                    Part9 last();

                    @Module
                    final class Parts {
                %s
                    }

                %s

                    final class Whole {
                        @Inject
                        Whole(Part9 last, Part3 third, Other other) {}
                    }

                    final class Other {
                        @Inject
                        Other(Part1 first) {}
                    }
                }
                """.formatted(i % 20, i, i, i, provides, parts);
        }
    };

    private static final List<String[]> PROPERTIES = List.of(
            new String[] {"Path", "path"},
            new String[] {"String", "command"},
            new String[] {"int", "count"},
            new String[] {"double", "ratio"},
            new String[] {"boolean", "force"},
            new String[] {"Kind", "kind"},
            new String[] {"List<String>", "places"},
            new String[] {"long", "size"});

    List<Path> write(Path folder, int count) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Path file = folder.resolve("demo/p" + i % 20 + "/Type" + i + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source(i)));
        }
        return files;
    }

    String source(int i) {
        throw new UnsupportedOperationException(name());
    }

    /** Returns the class path, with the processor. */
    String path() {
        return System.getProperty("sources." + name());
    }

    private static String lines(String pattern) {
        return PROPERTIES.stream()
                .map(each -> pattern.replace("TYPE", each[0]).replace("NAME", each[1]))
                .collect(Collectors.joining("\n\n"));
    }

    private static String bean() {
        return PROPERTIES.stream()
                .map(each -> """
                            private TYPE NAME;
                            public TYPE getUPPER() { return NAME; }
                            public void setUPPER(TYPE value) { NAME = value; }
                    """.replace("TYPE", each[0])
                        .replace("NAME", each[1])
                        .replace("UPPER", Character.toUpperCase(each[1].charAt(0)) + each[1].substring(1)))
                .collect(Collectors.joining());
    }
}
