package io.rowlock;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something about a database, its table or its connections that puts a promise at risk, as {@link LockAdmin#diagnose}
 * and the check at startup find it. Harmless facts are no findings. The texts hold no secrets. An immutable value; two
 * are equal if all that they tell is equal. A later version may add accessors.
 */
public final class Finding {
    private final Severity severity;
    private final String promises;
    private final String problem;
    private final String remedy;

    /** How bad a finding is. */
    public enum Severity {
        /** A promise may be broken, for example by a crash or a failover; logged once at startup. */
        WARNING,
        /** No promise can be given; found at startup, Rowlock does not start. */
        IMPOSSIBLE
    }

    private Finding(Severity severity, String promises, String problem, String remedy) {
        this.severity = severity;
        this.promises = Objects.requireNonNull(promises, "promises");
        this.problem = Objects.requireNonNull(problem, "problem");
        this.remedy = Objects.requireNonNull(remedy, "remedy");
    }

    /**
     * A finding of severity {@link Severity#WARNING}.
     *
     * @param promises the promises at risk
     * @param problem what is wrong, with the actual value
     * @param remedy the remedy
     * @return the finding
     */
    public static Finding warning(String promises, String problem, String remedy) {
        return new Finding(Severity.WARNING, promises, problem, remedy);
    }

    /**
     * A finding of severity {@link Severity#IMPOSSIBLE}.
     *
     * @param promises the promises at risk
     * @param problem what is wrong, with the actual value
     * @param remedy the remedy
     * @return the finding
     */
    public static Finding impossible(String promises, String problem, String remedy) {
        return new Finding(Severity.IMPOSSIBLE, promises, problem, remedy);
    }

    /** {@return whether the promise can be broken, or cannot be kept at all} */
    public Severity severity() {
        return severity;
    }

    /** {@return which promises it touches, by their names in the documentation: {@code S1}, or {@code S1, S3}} */
    public String promises() {
        return promises;
    }

    /** {@return the problem, with the actual value} */
    public String problem() {
        return problem;
    }

    /** {@return what to do about it} */
    public String remedy() {
        return remedy;
    }

    /**
     * The problem and the remedy, as one sentence.
     *
     * @return the text
     */
    public String advice() {
        return problem + "; " + remedy;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Finding that
                && severity == that.severity
                && promises.equals(that.promises)
                && problem.equals(that.problem)
                && remedy.equals(that.remedy);
    }

    @Override
    public int hashCode() {
        return Objects.hash(severity, promises, problem, remedy);
    }

    /** The finding in one line, as it is logged. */
    @Override
    public String toString() {
        return severity + " (" + promises + "): " + advice();
    }
}
