package io.rowlock.cli.demo;

/**
 * Which clerk it is.
 *
 * @param name a letter
 * @param pid its process
 */
record Badge(String name, long pid) {

    @Override
    public String toString() {
        return "clerk " + name;
    }
}
