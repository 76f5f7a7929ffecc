package local.vesta;

import static local.vesta.Digits.CROCKFORD;

import java.util.Locale;
import java.util.regex.Pattern;
import local.vesta.Digits.Fold;

/** A way to write an ID; docs/text-forms.md describes them. Each but DECIMAL has one length, and sorts as the IDs do. */
public enum Form {
    /** As a number of base 10, signed; of 64 bits alone. */
    DECIMAL(null),
    /** 16 digits, in lower case; 32 of 128 bits. */
    HEX(new Digits("0123456789abcdef", 16, 32, Fold.LOWER, false)),
    /** 13 digits of Crockford's; of 128 bits 26, as ULIDs are written. */
    BASE32(new Digits(CROCKFORD, 13, 26, Fold.CROCKFORD, false)),
    /** 11 digits without 0, O, I and l; 22 of 128 bits. */
    BASE58(new Digits("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 22, Fold.NONE, false)),
    /** 11 digits and letters; 22 of 128 bits. */
    BASE62(new Digits("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11, 22, Fold.NONE, false)),
    /** A UUID: of an ID of 64 bits one of version 8. */
    UUID(null),
    /** BASE32, and Crockford's check character, which finds mistakes in typing. */
    BASE32_CHECK(new Digits(CROCKFORD, 13, 26, Fold.CROCKFORD, true)),
    /** TypeID's 26 characters, of 128 bits alone; the prefix, such as "order_", is the caller's. */
    TYPEID(new Digits(CROCKFORD.toLowerCase(Locale.ROOT), 0, 26, Fold.NONE, false));

    private static final Pattern ANY_UUID =
            Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final int UUID_LENGTH = 36;

    private final Digits digits; // null: not of one base

    Form(Digits digits) {
        this.digits = digits;
    }

    /** Writes the ID. */
    public String text(long id) {
        return switch (this) {
            case DECIMAL -> Long.toString(id);
            case UUID -> version8(id);
            case TYPEID -> throw unfit(64);
            default -> digits.write(id);
        };
    }

    /** Reads what {@link #text(long)} writes. Reading is strict. */
    public long parse(String text) {
        try {
            return switch (this) {
                case DECIMAL -> decimal(text);
                case UUID -> fromVersion8(text);
                case TYPEID -> throw unfit(64);
                default -> digits.read64(text);
            };
        } catch (NumberFormatException wrong) {
            throw refused(text);
        }
    }

    /** Writes an ID of 128 bits. */
    public String text(java.util.UUID id) {
        return switch (this) {
            case DECIMAL -> throw unfit(128);
            case UUID -> id.toString();
            default -> digits.write(id);
        };
    }

    /** Reads what {@link #text(java.util.UUID)} writes. Reading is strict. */
    public java.util.UUID uuid(String text) {
        if (this == DECIMAL) throw unfit(128);
        try {
            if (this != UUID) return digits.read128(text);
            if (ANY_UUID.matcher(text).matches()) return java.util.UUID.fromString(text);
        } catch (NumberFormatException wrong) {
            // as below
        }
        throw refused(text);
    }

    private VestaException unfit(int bits) {
        return new VestaException(Code.INVALID_ARGUMENT, this + " is no form of IDs of " + bits + " bits");
    }

    private VestaException refused(String text) {
        return new VestaException(Code.INVALID_ARGUMENT, "\"" + text + "\" is no ID of form " + this);
    }

    /** The name, as in settings: "base58". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String version8(long id) {
        var hex = HEX.text(id);
        long variant = 8 + (id >> 2 & 3);
        long after = (id & 3) << 2;
        return "%s-%s-8%s-%x%x00-000000000000"
                .formatted(hex.substring(0, 8), hex.substring(8, 12), hex.substring(12, 15), variant, after);
    }

    private static long fromVersion8(String text) {
        if (text.length() != UUID_LENGTH) throw new NumberFormatException();
        long upper = Long.parseUnsignedLong(text.substring(0, 8) + text.substring(9, 13) + text.substring(15, 18), 16);
        long variant = Character.digit(text.charAt(19), 16);
        long after = Character.digit(text.charAt(20), 16);
        long value = upper << 4 | (variant & 3) << 2 | after >> 2 & 3;
        if (!version8(value).equals(text.toLowerCase(Locale.ROOT))) throw new NumberFormatException(); // another UUID
        return value;
    }

    private static long decimal(String text) {
        if (text.startsWith("+")) throw new NumberFormatException();
        for (char each : text.toCharArray()) if (each > 127) throw new NumberFormatException(); // digits of other scripts
        return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    }
}
