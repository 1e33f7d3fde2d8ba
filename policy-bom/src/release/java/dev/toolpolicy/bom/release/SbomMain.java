package dev.toolpolicy.bom.release;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.cyclonedx.Version;
import org.cyclonedx.exception.GeneratorException;
import org.cyclonedx.exception.ParseException;
import org.cyclonedx.generators.BomGeneratorFactory;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.model.License;
import org.cyclonedx.model.LicenseChoice;
import org.cyclonedx.model.Metadata;
import org.cyclonedx.parsers.JsonParser;
import org.cyclonedx.util.BomUtils;

/** Writes the bill of materials of one artifact, in CycloneDX's JSON. The same jars give the same text. */
public final class SbomMain {
    private static final String OWN = "dev.toolpolicy";
    private static final Version FORMAT = Version.VERSION_16;

    private SbomMain() {}

    /**
     * Writes the file.
     *
     * @param arguments the file, the artifact as {@code group:name:version}, and each library as
     *     {@code group:name:version=JAR}
     * @throws IOException if a jar can't be read, or the file can't be written
     * @throws IllegalStateException if a library has no licence in {@code licences.properties}, or what was written isn't
     *     CycloneDX
     */
    public static void main(String[] arguments) throws IOException {
        Properties licences = new Properties();
        try (InputStream in = SbomMain.class.getResourceAsStream("licences.properties")) {
            licences.load(Objects.requireNonNull(in));
        }
        Bom bom = new Bom();
        Metadata metadata = new Metadata();
        metadata.setTimestamp(null); // the same on each machine
        metadata.setComponent(component(arguments[1], licences));
        bom.setMetadata(metadata);
        Stream.of(arguments).skip(2).sorted().forEach(each -> bom.addComponent(library(each, licences)));
        try {
            String json = BomGeneratorFactory.createJson(FORMAT, bom).toJsonString();
            List<ParseException> wrong = new JsonParser().validate(json.getBytes(StandardCharsets.UTF_8), FORMAT);
            if (!wrong.isEmpty()) {
                throw new IllegalStateException("not CycloneDX: " + wrong);
            }
            Files.createDirectories(Objects.requireNonNull(
                    Path.of(arguments[0]).toAbsolutePath().getParent()));
            Files.writeString(Path.of(arguments[0]), json + "\n");
        } catch (GeneratorException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Component library(String argument, Properties licences) {
        int at = argument.indexOf('=');
        Component component = component(argument.substring(0, at), licences);
        try {
            component.setHashes(BomUtils.calculateHashes(new File(argument.substring(at + 1)), FORMAT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return component;
    }

    private static Component component(String coordinates, Properties licences) {
        String[] parts = coordinates.split(":");
        String name = parts[0] + ":" + parts[1];
        String licence = parts[0].equals(OWN) ? "Apache-2.0" : licences.getProperty(name);
        if (licence == null) {
            throw new IllegalStateException(name + " has no licence in licences.properties");
        }
        Component component = new Component();
        component.setType(Component.Type.LIBRARY);
        component.setGroup(parts[0]);
        component.setName(parts[1]);
        component.setVersion(parts[2]);
        String purl = "pkg:maven/" + parts[0] + "/" + parts[1] + "@" + parts[2];
        component.setPurl(purl);
        component.setBomRef(purl);
        License one = new License();
        one.setId(licence);
        LicenseChoice choice = new LicenseChoice();
        choice.addLicense(one);
        component.setLicenses(choice);
        return component;
    }
}
