package dev.toolpolicy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;

/** The compiled classes of all modules, read once for the tests that ask what they use. */
final class CompiledClasses {
    /** Of others' classes only those of Jackson are looked up, whose subclasses are asked for: all of them take long. */
    static final JavaClasses ALL = read();

    private CompiledClasses() {}

    private static JavaClasses read() {
        ArchConfiguration.get().setClassResolver(SelectedClassResolverFromClasspath.class);
        ArchConfiguration.get().setClassResolverArguments("com.fasterxml.jackson");
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.toolpolicy");
    }
}
