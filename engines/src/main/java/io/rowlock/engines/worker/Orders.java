package io.rowlock.engines.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** The orders that a program gets on its standard input, a line each, and its answers on its standard output. */
final class Orders {
    private Orders() {}

    /** Answers each order, given in words, until the order to end. */
    static void obey(Function<String[], String> answer) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null && !line.equals("end"); line = orders.readLine()) {
            say(answer.apply(line.split(" ", -1)));
        }
    }

    static void say(String line) {
        System.out.println(line);
    }
}
