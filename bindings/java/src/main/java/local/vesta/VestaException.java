package local.vesta;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What every failed call throws. An error never comes with an ID. */
public final class VestaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The first words of an RPC server's errors. */
    private static final Map<String, Code> WORDS = Map.of(
            "CLOCK", Code.CLOCK_BEHIND,
            "NOTREADY", Code.NOT_READY,
            "NOSUCHTAG", Code.NOT_FOUND,
            "RANGE", Code.INVALID_ARGUMENT,
            "EXHAUSTED", Code.EXHAUSTED,
            "NOAUTH", Code.NOT_AUTHENTICATED,
            "WRONGPASS", Code.NOT_AUTHENTICATED,
            "NOPERM", Code.NOT_PERMITTED,
            "QUOTA", Code.OVER_QUOTA,
            "ERR", Code.INVALID_ARGUMENT);

    private static final Pattern WAIT = Pattern.compile("; retry-after-ms=(\\d{1,18})$");

    private final Code code;
    private final Duration retryAfter;

    VestaException(Code code, String message) {
        this(code, message, null, null);
    }

    VestaException(Code code, String message, Duration retryAfter, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.retryAfter = retryAfter;
    }

    /** For the C side: UTF-8, and a negative wait where none is known. */
    VestaException(int code, byte[] message, long retryAfterMs) {
        this(Code.ofNumber(code), new String(message, StandardCharsets.UTF_8), milliseconds(retryAfterMs), null);
    }

    /** Reads the line with which an RPC server refuses. */
    static VestaException fromAnswer(String line) {
        var words = line.split(" ", 2);
        var known = words.length == 2 ? WORDS.get(words[0]) : null;
        var code = known == null ? Code.INTERNAL : known;
        var message = known == null ? line : words[1];
        var wait = WAIT.matcher(message);
        if (!wait.find()) return new VestaException(code, message);
        var retryAfter = milliseconds(Long.parseLong(wait.group(1)));
        return new VestaException(code, message.substring(0, wait.start()), retryAfter, null);
    }

    private static Duration milliseconds(long count) {
        return count < 0 ? null : Duration.ofMillis(count);
    }

    /** Why. */
    public Code code() {
        return code;
    }

    /** When another attempt may succeed; empty: it will not, or the time is unknown. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
