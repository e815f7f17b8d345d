package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The picture of the demo and the output that the README quotes are of one run. */
class PictureTest {

    @Test
    void theReadmeQuotesThePicture() {
        String picture = Document.named("docs/images/demo.svg").text().replaceAll("<[^>]*>", "");
        Stream<String> quoted = Document.named("README.md").blocks("text").stream()
                .flatMap(block -> block.code().lines())
                .filter(line -> !line.isBlank());
        assertThat(quoted)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(picture.lines()).contains(line));
    }
}
