package dev.toolpolicy.analysis.internal.automaton.pattern;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Unicode properties of {@code \p} and {@code \P}: names exactly as in ECMA-262 (tables 66 to 69) and Unicode's
 * PropertyValueAliases, values from the running JDK. A property is computed on first use, by testing every code point,
 * and then kept; their number is bounded by the names known here.
 */
final class CharacterProperties {
    /** The names of the categories in the order of {@link Character#getType(int)}, which has no type 17. */
    private static final String CATEGORY_NAMES = "Cn Unassigned, Lu Uppercase_Letter, Ll Lowercase_Letter,"
            + " Lt Titlecase_Letter, Lm Modifier_Letter, Lo Other_Letter, Mn Nonspacing_Mark, Me Enclosing_Mark,"
            + " Mc Spacing_Mark, Nd Decimal_Number digit, Nl Letter_Number, No Other_Number, Zs Space_Separator,"
            + " Zl Line_Separator, Zp Paragraph_Separator, Cc Control cntrl, Cf Format, Co Private_Use, Cs Surrogate,"
            + " Pd Dash_Punctuation, Ps Open_Punctuation, Pe Close_Punctuation, Pc Connector_Punctuation,"
            + " Po Other_Punctuation, Sm Math_Symbol, Sc Currency_Symbol, Sk Modifier_Symbol, So Other_Symbol,"
            + " Pi Initial_Punctuation, Pf Final_Punctuation";

    private static final int NO_TYPE = 17;

    /** The groups of categories, with their members. */
    private static final String GROUPS = "LC Cased_Letter: Lu Ll Lt, L Letter: Lu Ll Lt Lm Lo,"
            + " M Mark Combining_Mark: Mn Mc Me, N Number: Nd Nl No, P Punctuation punct: Pc Pd Ps Pe Pi Pf Po,"
            + " S Symbol: Sm Sc Sk So, Z Separator: Zs Zl Zp, C Other: Cc Cf Cs Co Cn";

    private static final Map<String, IntPredicate> CATEGORIES = categories();
    private static final Map<String, IntPredicate> BINARY = binary();

    /** Binary properties of ECMA-262 for which the JDK has no data. */
    private static final Set<String> UNSUPPORTED =
            Set.of(("Bidi_Control Bidi_C Case_Ignorable CI Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM"
                + " Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT"
                + " Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia"
                + " Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres"
                + " Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext"
                + " ID_Continue IDC ID_Start IDS IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST"
                + " Logical_Order_Exception LOE Math Pattern_Syntax Pat_Syn Quotation_Mark QMark Radical"
                + " Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo"
                + " XID_Continue XIDC XID_Start XIDS")
                    .split(" "));

    private static final Map<String, CodePointSet> FOUND = new ConcurrentHashMap<>();

    private CharacterProperties() {}

    /** Returns the code points of the expression between the braces, or null if it is unknown. */
    static @Nullable CodePointSet find(String expression) {
        CodePointSet found = FOUND.get(expression);
        if (found == null) {
            IntPredicate predicate = predicate(expression);
            if (predicate == null) {
                return null;
            }
            found = CodePointSet.where(predicate);
            FOUND.put(expression, found);
        }
        return found;
    }

    private static @Nullable IntPredicate predicate(String expression) {
        int equals = expression.indexOf('=');
        if (equals < 0) {
            IntPredicate category = CATEGORIES.get(expression);
            return category != null ? category : BINARY.get(expression);
        }
        String value = expression.substring(equals + 1);
        return switch (expression.substring(0, equals)) {
            case "General_Category", "gc" -> CATEGORIES.get(value);
            case "Script", "sc" -> script(value);
            default -> null;
        };
    }

    /** Returns whether a property is in ECMA-262 and only missing here. */
    static boolean isKnownElsewhere(String expression) {
        int equals = expression.indexOf('=');
        if (equals < 0) {
            return UNSUPPORTED.contains(expression);
        }
        String name = expression.substring(0, equals);
        boolean extensions = name.equals("Script_Extensions") || name.equals("scx");
        return extensions && script(expression.substring(equals + 1)) != null;
    }

    /**
     * Returns the test for a script. The JDK accepts names in any case; ECMA-262 only as Unicode writes them, each word
     * with a capital.
     */
    private static @Nullable IntPredicate script(String name) {
        StringBuilder spelling = new StringBuilder(name.toLowerCase(Locale.ROOT));
        for (int i = 0; i < spelling.length(); i++) {
            if (i == 0 || spelling.charAt(i - 1) == '_') {
                spelling.setCharAt(i, Character.toUpperCase(spelling.charAt(i)));
            }
        }
        boolean spelled = name.equals("SignWriting") || name.contentEquals(spelling) && !name.equals("Signwriting");
        if (!spelled) {
            return null;
        }
        try {
            Character.UnicodeScript script = Character.UnicodeScript.forName(name);
            return c -> Character.UnicodeScript.of(c) == script;
        } catch (IllegalArgumentException e) {
            return null; // The JDK throws it for an unknown name.
        }
    }

    /** Returns the categories, then their groups, with their short and long names. */
    private static Map<String, IntPredicate> categories() {
        Map<String, IntPredicate> all = new HashMap<>();
        String[] byType = CATEGORY_NAMES.split(", ");
        for (int i = 0; i < byType.length; i++) {
            int type = i < NO_TYPE ? i : i + 1;
            add(all, c -> Character.getType(c) == type, byType[i].split(" "));
        }
        for (String group : GROUPS.split(", ")) {
            String[] parts = group.split(": ");
            Stream<IntPredicate> members = Stream.of(parts[1].split(" ")).map(all::get);
            add(all, members.reduce(c -> false, IntPredicate::or), parts[0].split(" "));
        }
        return Map.copyOf(all);
    }

    private static Map<String, IntPredicate> binary() {
        Map<String, IntPredicate> all = new HashMap<>();
        add(all, c -> c < 0x80, "ASCII");
        add(all, c -> c < 0x80 && Character.digit(c, 16) >= 0, "ASCII_Hex_Digit", "AHex");
        add(all, Character::isAlphabetic, "Alphabetic", "Alpha");
        add(all, c -> true, "Any");
        add(all, c -> Character.getType(c) != Character.UNASSIGNED, "Assigned");
        add(all, Character::isMirrored, "Bidi_Mirrored", "Bidi_M");
        add(all, c -> Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c), "Cased");
        add(
                all,
                CodePointSet.ranges('0', '9', 'A', 'F', 'a', 'f', 0xFF10, 0xFF19, 0xFF21, 0xFF26, 0xFF41, 0xFF46)
                        ::contains,
                "Hex_Digit",
                "Hex");
        add(all, Character::isIdeographic, "Ideographic", "Ideo");
        add(all, c -> c == 0x200C || c == 0x200D, "Join_Control", "Join_C");
        add(all, Character::isLowerCase, "Lowercase", "Lower");
        add(all, c -> (c & 0xFFFE) == 0xFFFE || c >= 0xFDD0 && c <= 0xFDEF, "Noncharacter_Code_Point", "NChar");
        add(
                all,
                CodePointSet.ranges('\t', '\r', ' ', ' ', 0x85, 0x85, 0x200E, 0x200F, 0x2028, 0x2029)::contains,
                "Pattern_White_Space",
                "Pat_WS");
        add(all, c -> c >= 0x1F1E6 && c <= 0x1F1FF, "Regional_Indicator", "RI");
        add(all, Character::isUpperCase, "Uppercase", "Upper");
        add(
                all,
                CodePointSet.ranges(0x180B, 0x180D, 0x180F, 0x180F, 0xFE00, 0xFE0F, 0xE0100, 0xE01EF)::contains,
                "Variation_Selector",
                "VS");
        add(
                all,
                CodePointSet.ranges(
                        '\t', '\r', ' ', ' ', 0x85, 0x85, 0xA0, 0xA0, 0x1680, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029,
                        0x202F, 0x202F, 0x205F, 0x205F, 0x3000, 0x3000)::contains,
                "White_Space",
                "space");
        return Map.copyOf(all);
    }

    private static void add(Map<String, IntPredicate> all, IntPredicate predicate, String... names) {
        for (String name : names) {
            all.put(name, predicate);
        }
    }
}
