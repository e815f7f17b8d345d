package io.rowlock.chaos.history;

/**
 * A row that a transaction left in the database. The rows of a lock are numbered by the database, one transaction after the
 * other, so that their order is the order of the commits.
 *
 * @param fenced whether the transaction was fenced; guarded otherwise
 * @param lock which lock it was about
 * @param number its place among those of the lock
 * @param token the token of its holder
 * @param process whose it was
 * @param id which transaction of that process
 */
public record LedgerEntry(boolean fenced, String lock, long number, long token, String process, long id) {
    /** The file of all rows, in the directory of a run. */
    public static final String FILE = "ledger.txt";

    /** Reads a line that {@link #line()} wrote. */
    public static LedgerEntry parse(String line) {
        String[] words = line.split(" ", -1);
        return new LedgerEntry(
                words[0].equals("fenced"),
                words[1],
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                words[4],
                Long.parseLong(words[5]));
    }

    public String line() {
        return (fenced ? "fenced " : "guarded ") + lock + " " + number + " " + token + " " + process + " " + id;
    }
}
