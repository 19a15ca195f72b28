package dev.mangrove.litmus;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;

/**
 * A class of the product without one of its means to order or exclude threads.
 *
 * @param what for people
 * @param type the class, without the package prefix {@code dev.mangrove}
 * @param method its method, or its methods of that name
 * @param change what is done to the method
 * @param litmus the test that must notice, without the prefix
 */
record Weakening(String what, String type, String method, Change change, String litmus) {
    private static final String PREFIX = "dev.mangrove.";

    /** A change of a method. */
    sealed interface Change {}

    /** Calls of a method that has no parameters and returns nothing are left out. */
    record WithoutCall(String callee) implements Change {}

    /** Calls go to another method with the same parameters. */
    record OtherCall(String callee, String other) implements Change {}

    /** The method does nothing but return true. */
    record Yes() implements Change {}

    /** The method is not synchronized any more. */
    record WithoutLock() implements Change {}

    String className() {
        return PREFIX + type;
    }

    String test() {
        return PREFIX + litmus;
    }

    /**
     * The changed class file.
     *
     * @throws IllegalArgumentException if the class has no such place
     */
    byte[] apply(byte[] original, ClassLoader loader) {
        ClassFile files =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(loader)));
        int[] changes = new int[1];
        ClassTransform changed =
                ClassTransform.transformingMethods(this::isChanged, transform(changes));
        byte[] bytes = files.transformClass(files.parse(original), changed);
        if (changes[0] == 0) {
            throw new IllegalArgumentException(
                    "no place in " + type + "." + method + " for " + change);
        }
        return bytes;
    }

    private boolean isChanged(MethodModel candidate) {
        return candidate.methodName().equalsString(method);
    }

    private MethodTransform transform(int[] changes) {
        return switch (change) {
            case Yes() ->
                    (to, element) -> {
                        if (element instanceof CodeModel) {
                            changes[0]++;
                            to.withCode(code -> code.iconst_1().ireturn());
                        } else {
                            to.with(element);
                        }
                    };
            case WithoutLock() ->
                    (to, element) -> {
                        if (element instanceof AccessFlags flags
                                && flags.has(AccessFlag.SYNCHRONIZED)) {
                            changes[0]++;
                            to.withFlags(flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED);
                        } else {
                            to.with(element);
                        }
                    };
            case WithoutCall(String callee) ->
                    MethodTransform.transformingCode(
                            (to, element) -> {
                                if (element instanceof InvokeInstruction call
                                        && call.name().equalsString(callee)
                                        && call.type().equalsString("()V")) {
                                    changes[0]++;
                                } else {
                                    to.with(element);
                                }
                            });
            case OtherCall(String callee, String other) ->
                    MethodTransform.transformingCode(other(callee, other, changes));
        };
    }

    private static CodeTransform other(String callee, String other, int[] changes) {
        return (to, element) -> {
            if (element instanceof InvokeInstruction call && call.name().equalsString(callee)) {
                changes[0]++;
                to.invoke(
                        call.opcode(),
                        call.owner().asSymbol(),
                        other,
                        call.typeSymbol(),
                        call.isInterface());
            } else {
                to.with(element);
            }
        };
    }

    @Override
    public String toString() {
        return what;
    }
}
