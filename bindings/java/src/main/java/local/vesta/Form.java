package local.vesta;

import java.util.Locale;

/** A way to write an ID; docs/text-forms.md describes them. Each but DECIMAL has one length, and sorts as the IDs do. */
public enum Form {
    /** As a number of base 10, signed. */
    DECIMAL("", 0),
    /** 16 digits, in lower case. */
    HEX("0123456789abcdef", 16),
    /** 13 digits of Crockford's. */
    BASE32("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13),
    /** 11 digits without 0, O, I and l. */
    BASE58("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11),
    /** 11 digits and letters. */
    BASE62("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11),
    /** A UUID of version 8. */
    UUID("", 36);

    private final String digits;
    private final int length;

    Form(String digits, int length) {
        this.digits = digits;
        this.length = length;
    }

    /** Writes the ID. */
    public String text(long id) {
        return switch (this) {
            case DECIMAL -> Long.toString(id);
            case UUID -> uuid(id);
            default -> positional(id);
        };
    }

    /** Reads what {@link #text} writes. Reading is strict. */
    public long parse(String text) {
        try {
            return switch (this) {
                case DECIMAL -> decimal(text);
                case UUID -> fromUuid(text);
                default -> fromPositional(text);
            };
        } catch (NumberFormatException wrong) {
            throw new VestaException(Code.INVALID_ARGUMENT, "\"" + text + "\" is no ID of form " + this);
        }
    }

    /** The name, as in settings: "base58". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String positional(long id) {
        var text = new char[length];
        for (int at = length - 1; at >= 0; at--) {
            text[at] = digits.charAt((int) Long.remainderUnsigned(id, digits.length()));
            id = Long.divideUnsigned(id, digits.length());
        }
        return new String(text);
    }

    private long fromPositional(String text) {
        if (text.length() != length) throw new NumberFormatException();
        long value = 0;
        for (char each : text.toCharArray()) {
            int digit = digits.indexOf(fold(each));
            long over = Math.multiplyHigh(value, digits.length()) + (value < 0 ? digits.length() : 0); // unsigned
            long next = value * digits.length() + digit;
            if (digit < 0 || over != 0 || Long.compareUnsigned(next, digit) < 0) throw new NumberFormatException();
            value = next;
        }
        return value;
    }

    /** To the digits above, where others are read too. */
    private char fold(char digit) {
        if (digit > 127) return digit; // some letters beyond ASCII have an ASCII one as their other case
        if (this == HEX) return Character.toLowerCase(digit);
        if (this != BASE32) return digit;
        char upper = Character.toUpperCase(digit);
        if (upper == 'I' || upper == 'L') return '1';
        return upper == 'O' ? '0' : upper;
    }

    private static String uuid(long id) {
        var hex = HEX.positional(id);
        long variant = 8 + (id >> 2 & 3);
        long after = (id & 3) << 2;
        return "%s-%s-8%s-%x%x00-000000000000"
                .formatted(hex.substring(0, 8), hex.substring(8, 12), hex.substring(12, 15), variant, after);
    }

    private long fromUuid(String text) {
        if (text.length() != length) throw new NumberFormatException();
        long upper = Long.parseUnsignedLong(text.substring(0, 8) + text.substring(9, 13) + text.substring(15, 18), 16);
        long variant = Character.digit(text.charAt(19), 16);
        long after = Character.digit(text.charAt(20), 16);
        long value = upper << 4 | (variant & 3) << 2 | after >> 2 & 3;
        if (!uuid(value).equals(text.toLowerCase(Locale.ROOT))) throw new NumberFormatException(); // another UUID
        return value;
    }

    private static long decimal(String text) {
        if (text.startsWith("+")) throw new NumberFormatException();
        for (char each : text.toCharArray()) if (each > 127) throw new NumberFormatException(); // digits of other scripts
        return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    }
}
