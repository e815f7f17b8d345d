package io.rowlock;

import java.util.Objects;

/**
 * Something about a database, its table or its connections that puts a promise at risk, as {@link LockAdmin#diagnose}
 * and the check at the start find it. What is harmless is not a finding. The texts hold no secrets.
 *
 * @param severity whether the promise can be broken, or cannot be kept at all
 * @param promises which promises it touches, by their names in the documentation: {@code S1}, or {@code S1, S3}
 * @param what what is wrong, with the actual value
 * @param remedy what to do about it
 */
public record Finding(Severity severity, String promises, String what, String remedy) {

    /** How bad a finding is. */
    public enum Severity {
        /** A promise may be broken, by a crash or a failover for one; logged once at the start. */
        WARNING,
        /** No promise can be given; found at the start, Rowlock refuses to start. */
        IMPOSSIBLE
    }

    /**
     * A finding.
     *
     * @param severity how bad it is
     * @param promises which promises it touches
     * @param what what is wrong
     * @param remedy what to do
     */
    public Finding {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(promises, "promises");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(remedy, "remedy");
    }

    /**
     * A finding of severity {@link Severity#WARNING}.
     *
     * @param promises which promises it touches
     * @param what what is wrong
     * @param remedy what to do
     * @return the finding
     */
    public static Finding warning(String promises, String what, String remedy) {
        return new Finding(Severity.WARNING, promises, what, remedy);
    }

    /**
     * A finding of severity {@link Severity#IMPOSSIBLE}.
     *
     * @param promises which promises it touches
     * @param what what is wrong
     * @param remedy what to do
     * @return the finding
     */
    public static Finding impossible(String promises, String what, String remedy) {
        return new Finding(Severity.IMPOSSIBLE, promises, what, remedy);
    }

    /**
     * What is wrong and what to do, as one sentence.
     *
     * @return the text
     */
    public String advice() {
        return what + "; " + remedy;
    }

    /** The finding in one line, as it is logged. */
    @Override
    public String toString() {
        return severity + " (" + promises + "): " + advice();
    }
}
