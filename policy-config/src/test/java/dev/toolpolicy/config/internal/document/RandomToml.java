package dev.toolpolicy.config.internal.document;

import java.util.Random;

/** Documents in all of TOML's forms; every integer in one is another one, so that it tells its place. */
final class RandomToml {
    private static final String[] STRINGS = {
        "'plain'", "\"a \\\" # [x]\"", "'''l1\n= ] }'''", "\"\"\"q\"\"q\n# no\"\"\"", "\"\"", "''", "'''''x'''"
    };

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private int next = 1000;

    RandomToml(Random random) {
        this.random = random;
    }

    String text() {
        entries("top", 3);
        for (int table = 0; table < 4; table++) {
            blank();
            if (random.nextInt(3) == 0) {
                String name = key("list" + table);
                for (int element = random.nextInt(3); element >= 0; element--) {
                    text.append("[[").append(name).append("]]\n");
                    entries("e", 2);
                    text.append('[').append(name).append(".sub]\n");
                    entries("s", 2);
                }
            } else {
                text.append("[ ")
                        .append(key("t" + table))
                        .append(" . ")
                        .append(key("deep"))
                        .append("]");
                blank();
                entries("k", 3);
            }
        }
        return text.toString();
    }

    private void entries(String name, int most) {
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(key(name + i));
            if (random.nextInt(4) == 0) {
                text.append(" . ").append(key("dotted"));
            }
            text.append(random.nextBoolean() ? "=" : "\t= ");
            value(3);
            blank();
        }
    }

    private String key(String name) {
        return switch (random.nextInt(4)) {
            case 0 -> "'" + name + " ~/.'";
            case 1 -> "\"" + name + "\\u0041\\t\"";
            default -> name;
        };
    }

    private void blank() {
        text.append(
                switch (random.nextInt(4)) {
                    case 0 -> " # [c] = 'x\n";
                    case 1 -> "\r\n\n";
                    default -> "\n";
                });
    }

    private void value(int depth) {
        switch (random.nextInt(depth > 0 ? 6 : 4)) {
            case 0, 1 -> text.append(next++);
            case 2 -> text.append(STRINGS[random.nextInt(STRINGS.length)]);
            case 3 -> text.append(random.nextBoolean() ? "true" : "1979-05-27 07:32:00");
            case 4 -> array(depth);
            default -> table(depth);
        }
    }

    private void array(int depth) {
        text.append('[');
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(random.nextBoolean() ? "\n # c ]\n " : "");
            value(depth - 1);
            text.append(random.nextBoolean() ? " ,\n" : ",");
        }
        text.append(']');
    }

    private void table(int depth) {
        text.append("{ ");
        int size = random.nextInt(3);
        for (int i = 0; i < size; i++) {
            text.append(i > 0 ? ", " : "").append(key("i" + i)).append(" = ");
            value(depth - 1);
        }
        text.append('}');
    }
}
