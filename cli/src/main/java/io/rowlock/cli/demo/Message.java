package io.rowlock.cli.demo;

/**
 * News, and whose.
 *
 * @param clerk who told it
 * @param news what
 */
record Message(Badge clerk, News news) {}
