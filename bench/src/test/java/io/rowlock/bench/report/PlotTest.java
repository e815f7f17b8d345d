package io.rowlock.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.result.Panel;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class PlotTest {

    static List<Panel> panels() {
        return Figures.results().panels();
    }

    @ParameterizedTest
    @MethodSource("panels")
    void isWellFormedAndNamesEveryContestant(Panel panel) throws Exception {
        assertThat(texts(parsed(panel)))
                .contains(Plot.title(panel))
                .containsAll(Figures.results().contestants(panel));
    }

    @ParameterizedTest
    @MethodSource("panels")
    void everythingLiesOnTheSheet(Panel panel) throws Exception {
        Document drawing = parsed(panel);
        double height = Double.parseDouble(drawing.getDocumentElement().getAttribute("height"));
        NodeList texts = drawing.getElementsByTagName("text");
        for (int number = 0; number < texts.getLength(); number++) {
            String y = texts.item(number).getAttributes().getNamedItem("y").getTextContent();
            assertThat(Double.parseDouble(y)).isBetween(0.0, height);
        }
    }

    @Test
    void aSmallValueBesideALargeOneIsStillSeen() {
        Scale scale = Scale.of(IntStream.of(3, 90_000).asDoubleStream());
        assertThat(scale.place(3)).isBetween(0.05, 0.5);
        assertThat(scale.place(90_000)).isBetween(0.9, 1.0);
        assertThat(scale.ticks()).contains(1.0, 10.0, 10_000.0);
    }

    @Test
    void valuesOfOneSizeStandOnALinearAxisFromZero() {
        Scale scale = Scale.of(IntStream.of(30, 78).asDoubleStream());
        assertThat(scale).isEqualTo(new Scale(0, 78, false));
        assertThat(scale.place(39)).isEqualTo(0.5);
    }

    @Test
    void barsBeginAtZeroHoweverFarTheyAreApart() {
        Scale scale = Scale.fromZero(IntStream.of(3, 90_000).asDoubleStream());
        assertThat(scale.place(45_000)).isEqualTo(scale.place(90_000) / 2);
    }

    private static Document parsed(Panel panel) throws Exception {
        String svg = Plot.of(Figures.results(), panel);
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document drawing) {
        NodeList texts = drawing.getElementsByTagName("text");
        return IntStream.range(0, texts.getLength())
                .mapToObj(number -> texts.item(number).getTextContent())
                .toList();
    }
}
