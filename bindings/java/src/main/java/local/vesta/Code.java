package local.vesta;

import java.util.Locale;

/** Why a call failed: the codes of vesta.h in its order, and those that only servers give. */
public enum Code {
    /** The caller's input is malformed, or a field is out of its range. */
    INVALID_ARGUMENT,
    /** The settings cannot be used as they are. */
    INVALID_SETTINGS,
    /** No generator, tag, application or shard of that name. */
    NOT_FOUND,
    /** The wall clock is further behind than a caller may wait. */
    CLOCK_BEHIND,
    /** No reservation covers the next ID now; a later attempt can succeed. */
    NOT_READY,
    /** The layout's last instant, or a tag's limit, is reached. */
    EXHAUSTED,
    /** A state file or row is corrupt, foreign, unreadable or unwritable. */
    STATE_UNUSABLE,
    /** Another live owner holds the machine ID or the state. */
    IN_USE,
    /** Another owner has taken the machine ID. */
    LEASE_LOST,
    /** A store, or every server, did not answer in time or refused the connection. */
    STORE_UNAVAILABLE,
    /** It was closed. */
    CLOSED,
    /** This process is a fork of the one that opened it. */
    FORKED,
    /** A defect in Vesta. */
    INTERNAL,
    /** A server asks for a user and password, or a token, or they are wrong. */
    NOT_AUTHENTICATED,
    /** The caller's rights do not include this. */
    NOT_PERMITTED,
    /** The caller's quota is used up. */
    OVER_QUOTA;

    private static final Code[] ALL = values();

    /** The stable name, as in Vesta's logs: "not-ready". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** That of vesta.h. */
    static Code ofNumber(int number) {
        return number >= 1 && number <= INTERNAL.ordinal() + 1 ? ALL[number - 1] : INTERNAL;
    }
}
