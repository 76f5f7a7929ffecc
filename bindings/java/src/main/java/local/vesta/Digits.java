package local.vesta;

import java.util.UUID;

/** Numbers of 64 and 128 bits as digits of one base. The latter are pairs of halves, unsigned. */
record Digits(String all, int of64, int of128, Fold fold, boolean checked) {
    static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    /** Crockford's check character: of the rest modulo 37. */
    private static final String CHECKS = CROCKFORD + "*~$=U";

    /** To the digits above, where others are read too. */
    enum Fold {
        NONE,
        LOWER,
        CROCKFORD;

        char of(char digit) {
            if (this == NONE) return digit;
            if (this == LOWER) return digit >= 'A' && digit <= 'Z' ? (char) (digit + 32) : digit;
            char upper = upper(digit);
            if (upper == 'I' || upper == 'L') return '1';
            return upper == 'O' ? '0' : upper;
        }
    }

    String write(long number) {
        return write(0, number, of64);
    }

    String write(UUID id) {
        return write(id.getMostSignificantBits(), id.getLeastSignificantBits(), of128);
    }

    long read64(String text) {
        var read = read(text, of64);
        if (read.getMostSignificantBits() != 0) throw new NumberFormatException();
        return read.getLeastSignificantBits();
    }

    UUID read128(String text) {
        return read(text, of128);
    }

    private String write(long high, long low, int length) {
        var text = new char[length];
        char check = check(high, low);
        for (int at = length - 1; at >= 0; at--) {
            text[at] = all.charAt(rest(high, low, all.length()));
            low = quotient(high, low, all.length());
            high = Long.divideUnsigned(high, all.length());
        }
        return checked ? new String(text) + check : new String(text);
    }

    private UUID read(String text, int length) {
        if (text.length() != length + (checked ? 1 : 0)) throw new NumberFormatException();
        long high = 0;
        long low = 0;
        for (int at = 0; at < length; at++) {
            int digit = all.indexOf(fold.of(text.charAt(at)));
            if (digit < 0 || over(high, all.length()) != 0) throw new NumberFormatException();
            long next = low * all.length() + digit;
            long carry = over(low, all.length()) + (Long.compareUnsigned(next, digit) < 0 ? 1 : 0);
            high = high * all.length() + carry;
            if (Long.compareUnsigned(high, carry) < 0) throw new NumberFormatException();
            low = next;
        }
        if (checked && upper(text.charAt(length)) != check(high, low)) throw new NumberFormatException();
        return new UUID(high, low);
    }

    /** Of ASCII alone: some letters beyond it have one of its letters as their other case. */
    private static char upper(char digit) {
        return digit >= 'a' && digit <= 'z' ? (char) (digit - 32) : digit;
    }

    private static char check(long high, long low) {
        return CHECKS.charAt(rest(high, low, CHECKS.length()));
    }

    /** The upper half of an unsigned product. */
    private static long over(long number, int by) {
        return Math.multiplyHigh(number, by) + (number < 0 ? by : 0);
    }

    // By halves of 32 bits, so that no step has more than 64.
    private static int rest(long high, long low, int by) {
        long first = Long.remainderUnsigned(high, by) << 32 | low >>> 32;
        return (int) ((first % by << 32 | low & 0xffffffffL) % by);
    }

    private static long quotient(long high, long low, int by) {
        long first = Long.remainderUnsigned(high, by) << 32 | low >>> 32;
        long second = first % by << 32 | low & 0xffffffffL;
        return first / by << 32 | second / by;
    }
}
