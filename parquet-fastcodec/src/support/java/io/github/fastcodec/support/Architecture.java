// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Building blocks for the rules of a module's architecture. */
public final class Architecture {

    /** The package that contains all of this project's packages. */
    public static final String ROOT = "io.github.fastcodec";

    private static final String INTERNAL = ROOT + ".internal..";

    private static final DescribedPredicate<JavaClass> OURS = resideInAPackage(ROOT + "..");

    private static final String NULL_MARKED = "org.jspecify.annotations.NullMarked";

    private final JavaClasses code;
    private final JavaClasses packageInfos;

    private Architecture(JavaClasses code, JavaClasses packageInfos) {
        this.code = code;
        this.packageInfos = packageInfos;
    }

    /** Returns the architecture of the module that contains a class. */
    public static Architecture of(Class<?> type) {
        ArchConfiguration.get()
                .setResolveMissingDependenciesFromClassPath(false); // the names of third-party types are enough
        URL location = type.getProtectionDomain().getCodeSource().getLocation();
        ImportOption packageInfo = file -> file.contains("package-info"); // only annotations, which no JVM loads
        return new Architecture(
                new ClassFileImporter()
                        .withImportOption(file -> !packageInfo.includes(file))
                        .importUrl(location),
                new ClassFileImporter().withImportOption(packageInfo).importUrl(location));
    }

    /** Returns the module's classes. */
    public JavaClasses code() {
        return code;
    }

    /** Returns the names of the packages that are not below internal. */
    public Set<String> publicPackages() {
        return code.stream()
                .filter(Predicate.not(resideInAPackage(INTERNAL)))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names of all packages. */
    public Set<String> packages() {
        return code.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names of the packages that are not {@code @NullMarked}. */
    public Set<String> packagesWithoutNullMarked() {
        Set<String> packages = packages();
        packageInfos.stream()
                .filter(info -> info.isAnnotatedWith(NULL_MARKED))
                .map(JavaClass::getPackageName)
                .forEach(packages::remove);
        return packages;
    }

    /** Returns the names of the public API's types. */
    public Set<String> publicTypes() {
        return code.stream()
                .filter(Architecture::isPublicApi)
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the rule that no signature of a public type names one below internal. */
    public static ArchRule publicSignaturesNameNoInternalType() {
        return classes()
                .that(describe("are public API", Architecture::isPublicApi))
                .should(nameNoInternalTypeInTheirSignatures())
                .because("users cannot rely on what is below internal, so they must not have to name it");
    }

    /** Returns the rule that packages do not depend on each other in a cycle. */
    public static ArchRule noCycles() {
        return noCycles(Set.of());
    }

    /**
     * Returns the rule that packages do not depend on each other in a cycle.
     *
     * @param entries classes that are entry points to internal packages, and count as packages of their own
     */
    public static ArchRule noCycles(Set<String> entries) {
        return slices().assignedFrom(new EachPackage(entries))
                .should()
                .beFreeOfCycles()
                .because("packages in a cycle can only be read, tested and changed together");
    }

    /** Returns the rule that the module uses no internal type of this project's other modules. */
    public ArchRule namesNoInternalTypeOfOthers() {
        return noClasses()
                .should()
                .dependOnClassesThat(describe(
                        "are internal to another module",
                        type -> isInternal(type)
                                && !code.contain(type.getBaseComponentType().getName())))
                .because("one house stands on the public API of the other");
    }

    /** Returns the rule that classes of a package use only each other, classes of the given packages, and third-party classes. */
    public static ArchRule mayUse(String user, String... used) {
        DescribedPredicate<JavaClass> allowed = resideInAPackage(user).or(resideInAnyPackage(used));
        String others = used.length == 0 ? "no package" : "only " + String.join(", ", used);
        return noClasses()
                .that()
                .resideInAPackage(user)
                .should()
                .dependOnClassesThat(OURS.and(DescribedPredicate.not(allowed)))
                .as(user + " may use " + others + " of this project");
    }

    /** Returns the rule that no class of a package uses classes of the given packages. */
    public static ArchRule mustNotUse(String user, String... used) {
        return noClasses()
                .that()
                .resideInAPackage(user)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used);
    }

    /**
     * Returns the matching imports of our own types in the sources of the matching packages, as "file: type". Unlike class files,
     * they show uses of constants, which the compiler copies, and javadoc links.
     */
    public static List<String> imports(String folders, String types) throws IOException {
        Path root = Path.of("src/main/java/io/github/fastcodec");
        Pattern ours = Pattern.compile("(?m)^import (?:static )?io\\.github\\.fastcodec\\.(" + types + ");");
        List<String> found = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(root).filter(Files::isRegularFile)) {
            for (Path source : sources.sorted().collect(Collectors.toList())) {
                Path place = root.relativize(source);
                if (place.getNameCount() > 1
                        && place.getParent().toString().replace('\\', '/').matches(folders)) {
                    ours.matcher(Files.readString(source))
                            .results()
                            .forEach(match -> found.add(place + ": " + match.group(1)));
                }
            }
        }
        return found;
    }

    /**
     * Returns whether a class is public API: it is public, outside internal, and not nested in a class that is not public API.
     */
    private static boolean isPublicApi(JavaClass type) {
        return !isInternal(type)
                && type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(Architecture::isPublicApi).orElse(true);
    }

    private static boolean isInternal(JavaClass type) {
        return resideInAPackage(INTERNAL).test(type.getBaseComponentType());
    }

    private static ArchCondition<JavaClass> nameNoInternalTypeInTheirSignatures() {
        return new ArchCondition<>("name no internal type in their signatures") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                report(type.getName(), ofDeclaration(type), events);
                for (JavaMember member : type.getAllMembers()) {
                    Set<JavaModifier> modifiers = member.getModifiers();
                    if (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED)) {
                        report(type.getName() + ": " + member.getFullName(), ofMember(member), events);
                    }
                }
            }

            private void report(String place, Stream<JavaClass> named, ConditionEvents events) {
                named.filter(Architecture::isInternal)
                        .distinct()
                        .map(type -> SimpleConditionEvent.violated(type, place + " names " + type.getName()))
                        .forEach(events::add);
            }
        };
    }

    /** Returns the types in the declaration of a type: in its direct and inherited supertypes, and in its type parameters. */
    private static Stream<JavaClass> ofDeclaration(JavaClass type) {
        Stream<? extends JavaType> own = Stream.of(
                        type.getSuperclass().stream(), type.getInterfaces().stream(), type.getTypeParameters().stream())
                .flatMap(types -> types);
        return Stream.of(
                        own.flatMap(named -> named.getAllInvolvedRawTypes().stream()),
                        type.getAllRawSuperclasses().stream(),
                        type.getAllRawInterfaces().stream())
                .flatMap(types -> types);
    }

    private static Stream<JavaClass> ofMember(JavaMember member) {
        Stream<JavaClass> types = member.getAllInvolvedRawTypes().stream();
        return member instanceof JavaCodeUnit code ? Stream.concat(types, code.getExceptionTypes().stream()) : types;
    }

    /** Makes each package a slice, even the root and packages that contain others, and each entry point. */
    private static final class EachPackage implements SliceAssignment {

        private final Set<String> entries;

        private EachPackage(Set<String> entries) {
            this.entries = entries;
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String outermost = type.getName().replaceFirst("\\$.*", "");
            return !OURS.test(type)
                    ? SliceIdentifier.ignore()
                    : SliceIdentifier.of(entries.contains(outermost) ? outermost : type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "each package";
        }
    }
}
