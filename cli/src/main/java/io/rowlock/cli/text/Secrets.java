package io.rowlock.cli.text;

import java.util.regex.Pattern;

/**
 * Removes passwords from JDBC URLs, and from text that may hold some.
 *
 * <p>Drivers differ in what ends a parameter, so everything in the URL after a secret's name goes: too much hidden is a
 * nuisance, too little a leak.
 */
public final class Secrets {
    private static final Pattern USER_INFO = Pattern.compile("//\\S*@");

    /** Oracle's user and password, either of them quoted perhaps, stand before the address. */
    private static final Pattern ORACLE_USER_INFO =
            Pattern.compile("(?i)(jdbc:oracle:\\w+:)(?:\"[^\"]*\"|[^\"/@\\s])*/(?:(?:\"[^\"]*\"|[^\"\\s])*|\\S*)@");

    private static final String NAME = "(?i)(\\w*(?:password|passwd|passphrase|pwd|secret|token)\\d*)=";
    private static final Pattern PARAMETER = Pattern.compile(NAME + ".*");
    private static final Pattern PARAMETER_IN_TEXT = Pattern.compile(NAME + "(?!\\*\\*\\*)\\S+");

    private Secrets() {}

    /**
     * A URL without its secrets.
     *
     * @param url a JDBC URL
     * @return the same, with {@code ***} in the place of each secret
     */
    public static String hideIn(String url) {
        return PARAMETER.matcher(withoutUser(url)).replaceAll("$1=***");
    }

    /**
     * A text without the secrets of the URLs in it.
     *
     * @param text a message or a stack trace
     * @return the same, with {@code ***} in the place of each secret
     */
    public static String hideInText(String text) {
        return PARAMETER_IN_TEXT.matcher(withoutUser(text)).replaceAll("$1=***");
    }

    private static String withoutUser(String text) {
        String withoutOracle = ORACLE_USER_INFO.matcher(text).replaceAll("$1***@");
        return USER_INFO.matcher(withoutOracle).replaceAll("//***@");
    }
}
