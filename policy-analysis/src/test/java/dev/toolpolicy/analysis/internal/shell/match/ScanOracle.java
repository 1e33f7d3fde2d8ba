package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.line.Target;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A second implementation of the scan, from W51 of the specification, with texts in place of tables. */
final class ScanOracle {
    private static final Pattern ASSIGNMENT =
            Pattern.compile("[A-Za-z_][A-Za-z_0-9]*(\\+?=|\\[.*]=).*", Pattern.DOTALL);
    private static final Set<String> WRAPPERS =
            Set.of(("sudo doas env timeout time nice nohup stdbuf setsid ionice chrt taskset flock watch xargs parallel"
                            + " command builtin exec eval trap noglob nocorrect repeat coproc - busybox toybox chroot"
                            + " unshare nsenter strace ltrace script su runuser ssh bash sh dash zsh ksh mksh ash fish")
                    .split(" "));
    private static final Set<String> KEYWORDS = Set.of("then", "do", "else", "elif", "if", "while", "until", "!", "]]");
    private static final Set<String> OPTIONS = Set.of("-exec", "-execdir", "-ok", "-okdir");
    private static final int MOST_PLACES = 6;

    private enum Root {
        COMMAND,
        LAST_PART,
        OUTPUT,
        INPUT
    }

    private enum Kind {
        MARK,
        BLANK,
        SEPARATOR,
        OTHER
    }

    /** A text that is searched for; open if any characters may follow. */
    private record Sought(Root root, String text, boolean open, boolean anyFile) {}

    /** A place where the beginning of a text stands. */
    private record Place(Root root, String read) {}

    private final Set<Sought> sought = new HashSet<>();
    private final boolean forced;

    private Set<Place> places = new HashSet<>();
    /** The texts since the starts in the current word, without marks. */
    private Set<String> words = new HashSet<>(Set.of(""));
    /** The current word, without marks; with a slash before it unless it began behind a blank. */
    private String option = "/";

    private boolean wild;
    private boolean odd;
    private boolean angle;
    private boolean found;

    ScanOracle(List<CommandPattern> patterns, boolean wild, boolean forced) {
        this.wild = wild;
        this.forced = forced;
        patterns.forEach(this::add);
        begin(Root.COMMAND);
    }

    private void add(CommandPattern pattern) {
        PatternWord first = pattern.words().get(0);
        if (pattern.target() != Target.COMMAND) {
            Root root = pattern.target() == Target.OUTPUT ? Root.OUTPUT : Root.INPUT;
            sought.add(new Sought(root, plain(first.start()), first.has(PatternWord.STAR), first.isStar()));
            return;
        }
        String text = pattern.words().stream()
                .map(word -> word.start() + (word.has(PatternWord.STAR) ? "*" : ""))
                .map(word -> word.equals("*") ? "\0" : word)
                .collect(Collectors.joining(" "));
        int wordStar = text.indexOf(" \0");
        text = wordStar >= 0 ? text.substring(0, wordStar) : text.replace("\0", "*");
        boolean open = pattern.words().stream().anyMatch(word -> word.has(PatternWord.STAR)) && text.indexOf('*') >= 0;
        String beginning = plain(open ? text.substring(0, text.indexOf('*')) : text);
        sought.add(new Sought(Root.COMMAND, beginning, open, false));
        if (!first.isAssignment() && !first.has('/')) {
            sought.add(new Sought(Root.LAST_PART, beginning, open, false));
        }
    }

    private static String plain(String text) {
        return text.replaceAll("['\"\\\\]", "").replace('\t', ' ').replaceAll(" +", " ");
    }

    /** Returns whether something is found. */
    boolean isFound() {
        return found;
    }

    /** Returns whether something is found if the text ends. */
    boolean isFoundAtEnd() {
        return found || places.stream().anyMatch(place -> isAll(place, false) || isAll(place, true));
    }

    void step(int c) {
        Kind kind = kind(c);
        Set<Place> before = places;
        places = new HashSet<>();
        before.forEach(place -> go(place, c, kind));
        boolean lastPart = c == '/' && (wild || !words.isEmpty());
        boolean start = kind == Kind.OTHER && c == '&' || kind == Kind.MARK || kind == Kind.SEPARATOR;
        start |= read(c, kind);
        if (c == '>' && sought.stream().anyMatch(each -> each.root == Root.OUTPUT)) {
            begin(Root.OUTPUT);
        }
        if (c == '<' && sought.stream().anyMatch(each -> each.root == Root.INPUT)) {
            begin(Root.INPUT);
        }
        if (start) {
            begin(Root.COMMAND);
        } else if (lastPart) {
            begin(Root.LAST_PART);
        }
    }

    private Kind kind(int c) {
        if ("'\"\\".indexOf(c) >= 0 || c == '\n' && odd) {
            return Kind.MARK;
        } else if (c == ' ' || c == '\t') {
            return Kind.BLANK;
        }
        return ";&|(){}<>`\n".indexOf(c) >= 0 && !(c == '&' && angle) ? Kind.SEPARATOR : Kind.OTHER;
    }

    private void begin(Root root) {
        Place place = new Place(root, "");
        found |= isAll(place, true);
        found |= !places.contains(place) && places.size() == MOST_PLACES;
        places.add(place);
    }

    private static boolean isFile(Place place) {
        return place.read.isEmpty() && (place.root == Root.OUTPUT || place.root == Root.INPUT);
    }

    private boolean isAll(Place place, boolean open) {
        return sought.stream()
                .anyMatch(each ->
                        !each.anyFile && each.root == place.root && each.open == open && each.text.equals(place.read));
    }

    private boolean begins(Place place) {
        return sought.stream().anyMatch(each -> each.root == place.root && each.text.startsWith(place.read));
    }

    private boolean mayBeGuessed(Place place) {
        boolean behindWord = place.read.indexOf(' ', 1) > 0
                && sought.stream()
                        .anyMatch(each -> each.root == place.root
                                && each.text.startsWith(place.read)
                                && each.text.length() > place.read.length());
        return behindWord || isFile(place);
    }

    private void go(Place place, int c, Kind kind) {
        boolean anyFile = isFile(place) && sought.stream().anyMatch(each -> each.root == place.root && each.anyFile);
        boolean passes = isFile(place) && (c == '>' || c == '|');
        boolean complete = isAll(place, false);
        found |= isAll(place, true);
        switch (kind) {
            case MARK -> found |= complete || anyFile;
            case BLANK -> found |= complete;
            case SEPARATOR, OTHER -> {
                found |= anyFile && !passes && c != '&';
                found |= kind == Kind.SEPARATOR && complete;
                found |= mayBeGuessed(place) && "$*?[~{`".indexOf(c) >= 0;
            }
        }
        Place next = new Place(place.root, place.read + (kind == Kind.BLANK ? " " : Character.toString(c)));
        if (kind != Kind.MARK && begins(next)) {
            found |= isAll(next, true);
            places.add(next);
        } else if (kind == Kind.MARK || passes || kind == Kind.BLANK && (place.read.endsWith(" ") || isFile(place))) {
            places.add(place);
        }
    }

    /** Reads a character of the words, and returns whether a start is behind a blank. */
    private boolean read(int c, Kind kind) {
        boolean wasOdd = odd;
        boolean wildBehind = wild || words.stream().anyMatch(ScanOracle::isWrapper) || OPTIONS.contains(option);
        odd = c == '\\' && !wasOdd;
        boolean behindAngle = angle;
        angle = c == '<' || c == '>';
        if (kind == Kind.MARK) {
            words.add("");
        } else if (kind == Kind.SEPARATOR) {
            restart(angle || "(){}`".indexOf(c) >= 0 && wildBehind || "(){}`".indexOf(c) < 0 && forced);
        } else if (kind == Kind.BLANK) {
            boolean starts = wildBehind || words.stream().anyMatch(ScanOracle::isLeading);
            restart(wildBehind);
            words = starts ? words : new HashSet<>();
            option = "";
            return starts;
        } else if (behindAngle && c == '&') {
            restart(wild);
        } else {
            words = words.stream()
                    .map(word -> word + Character.toString(c))
                    .collect(Collectors.toCollection(HashSet::new));
            option += Character.toString(c);
        }
        return false;
    }

    private void restart(boolean nowWild) {
        words = new HashSet<>(Set.of(""));
        option = "/";
        wild = nowWild;
    }

    private static String name(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }

    private static boolean isWrapper(String word) {
        return WRAPPERS.contains(name(word));
    }

    private static boolean isLeading(String word) {
        return word.isEmpty() || ASSIGNMENT.matcher(word).matches() || KEYWORDS.contains(name(word));
    }
}
