package dev.mangrove.check.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;

/** Writes a method with an error in it. */
final class MethodEdit {
    private static final Map<Opcode, Opcode> NEGATED =
            Map.ofEntries(
                    Map.entry(Opcode.IFEQ, Opcode.IFNE),
                    Map.entry(Opcode.IFNE, Opcode.IFEQ),
                    Map.entry(Opcode.IFLT, Opcode.IFGE),
                    Map.entry(Opcode.IFGE, Opcode.IFLT),
                    Map.entry(Opcode.IFGT, Opcode.IFLE),
                    Map.entry(Opcode.IFLE, Opcode.IFGT),
                    Map.entry(Opcode.IFNULL, Opcode.IFNONNULL),
                    Map.entry(Opcode.IFNONNULL, Opcode.IFNULL),
                    Map.entry(Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE),
                    Map.entry(Opcode.IF_ICMPNE, Opcode.IF_ICMPEQ),
                    Map.entry(Opcode.IF_ICMPLT, Opcode.IF_ICMPGE),
                    Map.entry(Opcode.IF_ICMPGE, Opcode.IF_ICMPLT),
                    Map.entry(Opcode.IF_ICMPGT, Opcode.IF_ICMPLE),
                    Map.entry(Opcode.IF_ICMPLE, Opcode.IF_ICMPGT));

    private static final Map<Opcode, Opcode> OTHER_BOUND =
            Map.of(
                    Opcode.IFLT, Opcode.IFLE,
                    Opcode.IFLE, Opcode.IFLT,
                    Opcode.IFGT, Opcode.IFGE,
                    Opcode.IFGE, Opcode.IFGT,
                    Opcode.IF_ICMPLT, Opcode.IF_ICMPLE,
                    Opcode.IF_ICMPLE, Opcode.IF_ICMPLT,
                    Opcode.IF_ICMPGT, Opcode.IF_ICMPGE,
                    Opcode.IF_ICMPGE, Opcode.IF_ICMPGT);

    private static final ClassDesc SLOTS =
            ClassDesc.of("java.util.concurrent.atomic.AtomicReferenceArray");
    private static final MethodTypeDesc SET_SLOT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_Object);

    private static final ClassDesc WORDS = ClassDesc.of("dev.mangrove.fabric.memory.SharedWords");
    private static final MethodTypeDesc SET_WORD =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void,
                    ClassDesc.of("java.lang.foreign.MemorySegment"),
                    ConstantDescs.CD_long,
                    ConstantDescs.CD_long);

    private final Edit edit;
    private final CodeBuilder to;
    private final int freeLocal;
    private int met;
    private int edits;

    /**
     * Edits a method.
     *
     * @param freeLocal first local variable that the method does not have
     */
    private MethodEdit(Edit edit, CodeBuilder to, int freeLocal) {
        this.edit = edit;
        this.to = to;
        this.freeLocal = freeLocal;
    }

    /** Writes the code of a method that returns a type; returns how many places were changed. */
    static int write(Edit edit, CodeModel code, ClassDesc returned, CodeBuilder to) {
        TypeKind kind = TypeKind.from(returned);
        return switch (edit) {
            case Edit.Answer answer -> {
                zero(kind, answer.constant(), to);
                to.return_(kind);
                yield 1;
            }
            case Edit.AnswerArgument argument -> {
                to.loadLocal(kind, argument.local()).return_(kind);
                yield 1;
            }
            case Edit.SwappedCalls swapped -> SwappedLines.write(code, swapped, to);
            case Edit.SwappedLinesOf swapped -> SwappedLines.write(code, swapped, to);
            default -> {
                MethodEdit writer = new MethodEdit(edit, to, freeLocal(code));
                code.elementList().forEach(writer::element);
                yield writer.edits;
            }
        };
    }

    private static int freeLocal(CodeModel code) {
        if (code instanceof CodeAttribute method) {
            return method.maxLocals();
        }
        throw new IllegalArgumentException("code of no class file: " + code);
    }

    private void element(CodeElement element) {
        boolean changed =
                switch (edit) {
                    case Edit.WithoutCall call ->
                            isCall(element, call.callee(), call.index()) && leaveOut(element);
                    case Edit.OtherCall call ->
                            isCall(element, call.callee(), call.index())
                                    && callOther(element, call.other());
                    case Edit.OtherBranch branch -> branch(element, branch.index(), NEGATED);
                    case Edit.OtherBound bound -> branch(element, bound.index(), OTHER_BOUND);
                    case Edit.AlwaysBranch branch ->
                            isBranch(element, branch.index()) && jump(element);
                    case Edit.NeverBranch branch ->
                            isBranch(element, branch.index()) && dropOperands(element);
                    case Edit.OtherConstant other ->
                            isConstant(element, other.from()) && load(element, other.to());
                    case Edit.OneConstant other ->
                            isIntConstant(element, other.from())
                                    && met++ == other.index()
                                    && load(element, other.to());
                    case Edit.WithoutHandler handler -> isHandler(element, handler.exception());
                    case Edit.TooLarge large -> enlarge(element, large.by());
                    case Edit.WithoutComparison swap ->
                            isCall(element, "compareAndSet", swap.index()) && storeOnly();
                    case Edit.PlainSwap swap ->
                            isCall(element, "swap", swap.index()) && storeWord();
                    case Edit.Answer _,
                            Edit.AnswerArgument _,
                            Edit.AsPublished _,
                            Edit.SwappedCalls _,
                            Edit.SwappedLinesOf _ ->
                            false;
                };
        if (changed) {
            edits++;
        } else {
            to.with(element);
        }
    }

    private boolean isCall(CodeElement element, String callee, int index) {
        return element instanceof InvokeInstruction call
                && call.name().equalsString(callee)
                && met++ == index;
    }

    private boolean leaveOut(CodeElement element) {
        InvokeInstruction call = (InvokeInstruction) element;
        MethodTypeDesc type = call.typeSymbol();
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            pop(TypeKind.from(type.parameterType(i)));
        }
        if (call.opcode() != Opcode.INVOKESTATIC) {
            pop(TypeKind.REFERENCE);
        }
        zero(TypeKind.from(type.returnType()), 0, to);
        // The code must not become shorter: annotations of local variables end where it ended.
        to.nop().nop();
        return true;
    }

    /** The stack has the array, the index, what is expected and what is stored. */
    private boolean storeOnly() {
        to.dup_x1().pop2();
        to.invokevirtual(SLOTS, "set", SET_SLOT).iconst_1();
        return true;
    }

    /** The stack has the memory, the offset, what is expected and what is stored. */
    private boolean storeWord() {
        int next = freeLocal;
        int expected = freeLocal + TypeKind.LONG.slotSize();
        to.lstore(next).lstore(expected).lload(next);
        to.invokestatic(WORDS, "plain", SET_WORD).lload(expected);
        return true;
    }

    private boolean callOther(CodeElement element, String other) {
        InvokeInstruction call = (InvokeInstruction) element;
        to.invoke(
                call.opcode(),
                call.owner().asSymbol(),
                other,
                call.typeSymbol(),
                call.isInterface());
        return true;
    }

    private boolean branch(CodeElement element, int index, Map<Opcode, Opcode> others) {
        if (element instanceof BranchInstruction branch) {
            Opcode other = others.get(branch.opcode());
            if (other != null && met++ == index) {
                to.branch(other, branch.target());
                return true;
            }
        }
        return false;
    }

    private boolean isBranch(CodeElement element, int index) {
        return element instanceof BranchInstruction branch
                && NEGATED.containsKey(branch.opcode())
                && met++ == index;
    }

    private boolean jump(CodeElement element) {
        boolean dropped = dropOperands(element);
        to.goto_(((BranchInstruction) element).target());
        return dropped;
    }

    /** Drops what a branch compares. */
    private boolean dropOperands(CodeElement element) {
        if (((BranchInstruction) element).opcode().name().startsWith("IF_")) {
            to.pop2();
        } else {
            to.pop();
        }
        return true;
    }

    private static boolean isConstant(CodeElement element, long value) {
        return isIntConstant(element, value)
                || (element instanceof ConstantInstruction constant
                        && constant.constantValue().equals(value));
    }

    private static boolean isIntConstant(CodeElement element, long value) {
        return element instanceof ConstantInstruction constant
                && constant.constantValue() instanceof Integer number
                && number == value;
    }

    /** Loads a constant in the place of another, of the same type. */
    private boolean load(CodeElement replaced, long constant) {
        if (((ConstantInstruction) replaced).typeKind() == TypeKind.LONG) {
            to.loadConstant(constant);
        } else {
            to.loadConstant((int) constant);
        }
        return true;
    }

    private static boolean isHandler(CodeElement element, String exception) {
        return element instanceof ExceptionCatch handler
                && handler.catchType()
                        .filter(type -> type.asSymbol().displayName().equals(exception))
                        .isPresent();
    }

    private boolean enlarge(CodeElement element, double by) {
        if (element instanceof ReturnInstruction end && end.typeKind() == TypeKind.DOUBLE) {
            to.loadConstant(by).dadd().with(element);
            return true;
        }
        return false;
    }

    private void pop(TypeKind kind) {
        if (kind.slotSize() == 2) {
            to.pop2();
        } else {
            to.pop();
        }
    }

    private static void zero(TypeKind kind, int value, CodeBuilder to) {
        switch (kind) {
            case VOID -> {}
            case LONG -> to.loadConstant((long) value);
            case DOUBLE -> to.loadConstant((double) value);
            case FLOAT -> to.loadConstant((float) value);
            case REFERENCE -> to.aconst_null();
            default -> to.loadConstant(value);
        }
    }
}
