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
        add(all, ofType(Character.UPPERCASE_LETTER), "Uppercase_Letter", "Lu");
        add(all, ofType(Character.LOWERCASE_LETTER), "Lowercase_Letter", "Ll");
        add(all, ofType(Character.TITLECASE_LETTER), "Titlecase_Letter", "Lt");
        add(all, ofType(Character.MODIFIER_LETTER), "Modifier_Letter", "Lm");
        add(all, ofType(Character.OTHER_LETTER), "Other_Letter", "Lo");
        add(all, ofType(Character.NON_SPACING_MARK), "Nonspacing_Mark", "Mn");
        add(all, ofType(Character.COMBINING_SPACING_MARK), "Spacing_Mark", "Mc");
        add(all, ofType(Character.ENCLOSING_MARK), "Enclosing_Mark", "Me");
        add(all, ofType(Character.DECIMAL_DIGIT_NUMBER), "Decimal_Number", "Nd", "digit");
        add(all, ofType(Character.LETTER_NUMBER), "Letter_Number", "Nl");
        add(all, ofType(Character.OTHER_NUMBER), "Other_Number", "No");
        add(all, ofType(Character.CONNECTOR_PUNCTUATION), "Connector_Punctuation", "Pc");
        add(all, ofType(Character.DASH_PUNCTUATION), "Dash_Punctuation", "Pd");
        add(all, ofType(Character.START_PUNCTUATION), "Open_Punctuation", "Ps");
        add(all, ofType(Character.END_PUNCTUATION), "Close_Punctuation", "Pe");
        add(all, ofType(Character.INITIAL_QUOTE_PUNCTUATION), "Initial_Punctuation", "Pi");
        add(all, ofType(Character.FINAL_QUOTE_PUNCTUATION), "Final_Punctuation", "Pf");
        add(all, ofType(Character.OTHER_PUNCTUATION), "Other_Punctuation", "Po");
        add(all, ofType(Character.MATH_SYMBOL), "Math_Symbol", "Sm");
        add(all, ofType(Character.CURRENCY_SYMBOL), "Currency_Symbol", "Sc");
        add(all, ofType(Character.MODIFIER_SYMBOL), "Modifier_Symbol", "Sk");
        add(all, ofType(Character.OTHER_SYMBOL), "Other_Symbol", "So");
        add(all, ofType(Character.SPACE_SEPARATOR), "Space_Separator", "Zs");
        add(all, ofType(Character.LINE_SEPARATOR), "Line_Separator", "Zl");
        add(all, ofType(Character.PARAGRAPH_SEPARATOR), "Paragraph_Separator", "Zp");
        add(all, ofType(Character.CONTROL), "Control", "Cc", "cntrl");
        add(all, ofType(Character.FORMAT), "Format", "Cf");
        add(all, ofType(Character.SURROGATE), "Surrogate", "Cs");
        add(all, ofType(Character.PRIVATE_USE), "Private_Use", "Co");
        add(all, ofType(Character.UNASSIGNED), "Unassigned", "Cn");
        addGroups(all);
        return Map.copyOf(all);
    }

    private static void addGroups(Map<String, IntPredicate> all) {
        addGroup(all, "Lu Ll Lt", "Cased_Letter", "LC");
        addGroup(all, "Lu Ll Lt Lm Lo", "Letter", "L");
        addGroup(all, "Mn Mc Me", "Mark", "Combining_Mark", "M");
        addGroup(all, "Nd Nl No", "Number", "N");
        addGroup(all, "Pc Pd Ps Pe Pi Pf Po", "Punctuation", "punct", "P");
        addGroup(all, "Sm Sc Sk So", "Symbol", "S");
        addGroup(all, "Zs Zl Zp", "Separator", "Z");
        addGroup(all, "Cc Cf Cs Co Cn", "Other", "C");
    }

    private static void addGroup(Map<String, IntPredicate> all, String members, String... names) {
        add(all, Stream.of(members.split(" ")).map(all::get).reduce(c -> false, IntPredicate::or), names);
    }

    private static IntPredicate ofType(int type) {
        return c -> Character.getType(c) == type;
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
