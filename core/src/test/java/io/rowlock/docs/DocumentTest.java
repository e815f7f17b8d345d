package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentTest {

    static List<Document> pages() {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void noBlockIsOverlooked(Document page) {
        for (String language : List.of("java", "sql")) {
            assertThat(page.text().lines().filter(line -> line.contains("```" + language)))
                    .hasSize(page.blocks(language).size());
        }
    }
}
