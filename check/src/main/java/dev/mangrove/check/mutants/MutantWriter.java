package dev.mangrove.check.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;

/** Puts the error of a mutant into a class file. */
final class MutantWriter {
    private final ClassLoader loader = MutantWriter.class.getClassLoader();
    private final ClassFile files =
            ClassFile.of(
                    ClassFile.ClassHierarchyResolverOption.of(
                            ClassHierarchyResolver.ofResourceParsing(loader)
                                    .orElse(ClassHierarchyResolver.defaultResolver())));

    /** The class that a mutant changes, as it is. */
    Class<?> original(Mutant mutant) {
        try {
            return Class.forName(mutant.className(), false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no class of mutant " + mutant.name(), e);
        }
    }

    /** Writes the changed class below a folder, where the JVM looks for it. */
    void write(Mutant mutant, byte[] changed, Path folder) {
        String path = mutant.className().replace('.', '/');
        Path directory = folder.resolve(path.substring(0, path.lastIndexOf('/')));
        try {
            Files.createDirectories(directory);
            Files.write(folder.resolve(path + ".class"), changed);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write mutant " + mutant.name(), e);
        }
    }

    /**
     * The changed class file.
     *
     * @throws IllegalArgumentException if the class has no such place, as after a change of it
     */
    byte[] changed(Mutant mutant) {
        if (mutant.isPublished()) {
            return bytes(mutant);
        }
        int[] edits = new int[1];
        byte[] bytes =
                files.transformClass(
                        files.parse(bytes(mutant)),
                        (to, element) -> {
                            if (element instanceof MethodModel method
                                    && mutant.changes(method.methodName().stringValue())) {
                                to.transformMethod(method, change(mutant, method, edits));
                            } else {
                                to.with(element);
                            }
                        });
        if (edits[0] == 0) {
            throw new IllegalArgumentException(
                    "mutant "
                            + mutant.name()
                            + " does not fit: "
                            + mutant.className()
                            + "."
                            + mutant.method()
                            + " has no place for "
                            + mutant.edit());
        }
        return bytes;
    }

    private static MethodTransform change(Mutant mutant, MethodModel method, int[] edits) {
        return (to, element) -> {
            if (element instanceof CodeModel code) {
                ClassDesc returned = method.methodTypeSymbol().returnType();
                to.withCode(
                        body -> edits[0] += MethodEdit.write(mutant.edit(), code, returned, body));
            } else {
                to.with(element);
            }
        };
    }

    private byte[] bytes(Mutant mutant) {
        String path = "/" + mutant.className().replace('.', '/') + ".class";
        try (InputStream in = original(mutant).getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalArgumentException("no class file: " + path);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
