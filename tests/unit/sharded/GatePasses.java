import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/** Prints 10,000 gate passes, each once, with what Java makes of it: hash, shard, pass, separated by tabs. */
class GatePasses {
    static final int WANTED = 10_000;
    static final int MAX_GATE_PASS_VALUE = 2 << 6 - 1; // as the original writes it: 64

    static final Random random = new Random(20240229);
    static final Set<String> passes = new LinkedHashSet<>();

    public static void main(String[] arguments) {
        known();
        while (passes.size() < 300) passes.add(withHash(Integer.MIN_VALUE));
        while (passes.size() < 400) passes.add(withHash(Integer.MIN_VALUE + 1));
        while (passes.size() < 500) passes.add(withHash(Integer.MAX_VALUE));
        while (passes.size() < 2500) passes.add("user" + random.nextInt(10_000_000));
        while (passes.size() < 4500) passes.add("1" + (3_000_000_000L + random.nextInt(2_000_000_000)));
        while (passes.size() < 6000) passes.add(letters(1 + random.nextInt(12)) + "." + letters(6) + "@example.org");
        while (passes.size() < 8000) passes.add(characters(1 + random.nextInt(20), 0x10FFFF));
        while (passes.size() < WANTED) passes.add(characters(1 + random.nextInt(20), 0xFFFF));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String pass : passes)
            out.print(pass.hashCode() + "\t" + Math.abs(pass.hashCode()) % MAX_GATE_PASS_VALUE + "\t" + pass + "\n");
        out.flush();
    }

    static void known() {
        passes.add("");
        passes.add("polygenelubricants"); // hash Integer.MIN_VALUE
        passes.add("GydZG_"); // the same
        passes.add("\u0000");
        passes.add("\uFFFF");
        passes.add("\uD800\uDC00"); // the first character that takes two code units
        passes.add("\uDBFF\uDFFF"); // the last
        passes.add("\uD83D\uDE00");
        passes.add("a\u0301");
        passes.add("\u00E1");
        passes.add("x".repeat(1000));
    }

    /** Three characters after a random beginning are chosen so that the hash is what is wanted. */
    static String withHash(int wanted) {
        while (true) {
            String beginning = characters(1 + random.nextInt(3), 0x10FFFF) + letters(4);
            long missing = (wanted - beginning.hashCode() * 31 * 31 * 31) & 0xFFFFFFFFL;
            long first = Math.min(missing / 961, 0xD7FF);
            long second = Math.min((missing - first * 961) / 31, 0xD7FF);
            long third = missing - first * 961 - second * 31;
            if (first < ' ' || second < ' ' || third < ' ' || third > 0xD7FF) continue;
            return beginning + (char) first + (char) second + (char) third;
        }
    }

    static String letters(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; ++i) text.append((char) ('a' + random.nextInt(26)));
        return text.toString();
    }

    /** Anything but the tab and the line feed that the file is made with, and lone surrogates, which UTF-8 has not. */
    static String characters(int count, int last) {
        StringBuilder text = new StringBuilder();
        while (text.codePointCount(0, text.length()) < count) {
            int code = random.nextInt(last + 1);
            if (code != '\t' && code != '\n' && (code < 0xD800 || code > 0xDFFF)) text.appendCodePoint(code);
        }
        return text.toString();
    }
}
