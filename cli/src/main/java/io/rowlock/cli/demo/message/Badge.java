package io.rowlock.cli.demo.message;

/**
 * Which clerk it is.
 *
 * @param name a letter
 * @param pid its process
 */
public record Badge(String name, long pid) {

    @Override
    public String toString() {
        return "process " + name;
    }
}
