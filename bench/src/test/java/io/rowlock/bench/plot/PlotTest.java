package io.rowlock.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.label.Figures;
import io.rowlock.bench.label.Titles;
import io.rowlock.bench.result.Measurement;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
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
                .contains(Titles.of(panel))
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
    void noPointQuartileOrNameLiesOffTheAxis() throws Exception {
        Panel panel = new Panel("pairs", "PostgreSQL", Metric.PAIRS);
        List<Measurement> measurements = new ArrayList<>();
        for (int contestant = 0; contestant < 12; contestant++) {
            for (double value : new double[] {90, 185, 558}) {
                measurements.add(new Measurement(panel.key("contestant " + contestant, 1), 1, 20_000 * value));
                measurements.add(new Measurement(panel.key("contestant " + contestant, 8), 1, value));
            }
        }
        // The rounds of a key have numbers of their own.
        Results results = new Results(IntStream.range(0, measurements.size())
                .mapToObj(round -> new Measurement(
                        measurements.get(round).key(),
                        round,
                        measurements.get(round).value()))
                .toList());
        Document drawing = parsed(Plot.of(results, panel));
        assertEverythingIsWithin(drawing);
        assertThat(texts(drawing)).anyMatch(words -> words.startsWith("logarithmic axis"));
    }

    @Test
    void nothingButZerosStandsAtTheFootOfTheAxis() throws Exception {
        Panel panel = new Panel("holding", "PostgreSQL", Metric.RENEWAL_CPU);
        assertThat(Scale.of(IntStream.of(0, 0).asDoubleStream()).place(0)).isZero();
        Results bars = new Results(List.of(new Measurement(panel.key("Rowlock", 1), 1, 0)));
        assertEverythingIsWithin(parsed(Plot.of(bars, panel)));
    }

    @Test
    void aZeroBesideALargeValueIsNotPutOnALogarithmicAxis() {
        assertThat(Scale.of(IntStream.of(0, 90_000).asDoubleStream()).logarithmic())
                .isFalse();
    }

    private static void assertEverythingIsWithin(Document drawing) {
        double height = Double.parseDouble(drawing.getDocumentElement().getAttribute("height"));
        double foot = numbers(drawing, "line", "y1").max().orElseThrow();
        assertThat(numbers(drawing, "text", "y").boxed())
                .allSatisfy(y -> assertThat(y).isBetween(0.0, height));
        assertThat(numbers(drawing, "circle", "cy").boxed())
                .allSatisfy(y -> assertThat(y).isBetween(0.0, foot));
        assertThat(numbers(drawing, "rect", "width").toArray()).doesNotContain(Double.NaN);
    }

    private static DoubleStream numbers(Document drawing, String element, String attribute) {
        NodeList elements = drawing.getElementsByTagName(element);
        return IntStream.range(0, elements.getLength())
                .mapToObj(number -> elements.item(number)
                        .getAttributes()
                        .getNamedItem(attribute)
                        .getTextContent())
                .filter(value -> !value.endsWith("%"))
                .mapToDouble(Double::parseDouble);
    }

    @Test
    void aSmallValueBesideALargeOneIsStillSeen() {
        Scale scale = Scale.of(IntStream.of(3, 90_000).asDoubleStream());
        assertThat(scale.place(3)).isBetween(0.05, 0.5);
        assertThat(scale.place(90_000)).isBetween(0.9, 1.0);
        assertThat(scale.ticks()).contains(1.0, 10.0, 10_000.0).endsWith(100_000.0);
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
        return parsed(Plot.of(Figures.results(), panel));
    }

    private static Document parsed(String svg) throws Exception {
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
