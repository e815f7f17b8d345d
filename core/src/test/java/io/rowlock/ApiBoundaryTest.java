package io.rowlock;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;

/** The border between the API and the internals, and the names on both sides. */
@AnalyzeClasses(packages = "io.rowlock", importOptions = Packages.NotTheTests.class)
class ApiBoundaryTest {
    @ArchTest
    static final ArchRule onlyTheEntrancesOfPublicPackagesKnowInternalTypes = noClasses()
            .that()
            .resideInAnyPackage(Packages.PUBLIC)
            .and(Packages.areNot(Packages.ENTRANCES))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(Packages.INTERNAL);

    @ArchTest
    static final ArchRule noPublicSignatureShowsAnInternalType =
            classes().that().resideInAnyPackage(Packages.PUBLIC).should(showNothingInternal());

    /** The classic faces keep the names that their users know. */
    @ArchTest
    static final ArchRule noNameIsAbstractImplUtilHelperOrManager = noClasses()
            .that()
            .resideOutsideOfPackage("io.rowlock.classic..")
            .should()
            .haveNameMatching(".*[.$](Abstract\\w*|\\w*(Impl|Utils?|Helper|Manager))(\\$.*)?");

    private static ArchCondition<JavaClass> showNothingInternal() {
        return new ArchCondition<>("show no internal type to others") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                shownBy(type)
                        .filter(resideInAPackage(Packages.INTERNAL))
                        .forEach(internal -> events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " shows " + internal.getName() + " to its users")));
            }
        };
    }

    private static Stream<JavaClass> shownBy(JavaClass type) {
        if (!type.getModifiers().contains(JavaModifier.PUBLIC)) {
            return Stream.empty();
        }
        Stream<JavaClass> fields = type.getFields().stream()
                .filter(field -> isShown(field.getModifiers()))
                .map(JavaField::getRawType);
        Stream<JavaClass> calls = type.getCodeUnits().stream()
                .filter(unit -> isShown(unit.getModifiers()))
                .flatMap(ApiBoundaryTest::signature);
        Stream<JavaClass> parents = Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
        return Stream.of(fields, calls, parents).flatMap(all -> all);
    }

    private static Stream<JavaClass> signature(JavaCodeUnit unit) {
        return Stream.of(
                        unit.getReturnType().getAllInvolvedRawTypes().stream(),
                        unit.getParameterTypes().stream().flatMap(type -> type.getAllInvolvedRawTypes().stream()),
                        unit.getExceptionTypes().stream())
                .flatMap(all -> all);
    }

    private static boolean isShown(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
