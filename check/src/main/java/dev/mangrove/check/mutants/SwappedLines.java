package dev.mangrove.check.mutants;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes a method in which the source lines of two calls have changed places. */
final class SwappedLines {
    private SwappedLines() {}

    /** Writes the code of a method; returns how many places were changed. */
    static int write(CodeModel code, Edit.SwappedCalls edit, CodeBuilder to) {
        List<List<CodeElement>> lines = lines(code);
        List<Integer> calling = calling(lines, edit.callee());
        boolean fits = calling.size() > edit.second();
        if (fits) {
            Collections.swap(lines, calling.get(edit.first()), calling.get(edit.second()));
        }
        lines.forEach(line -> line.forEach(to::with));
        return fits ? 1 : 0;
    }

    /** Writes the code of a method; returns how many places were changed. */
    static int write(CodeModel code, Edit.SwappedLinesOf edit, CodeBuilder to) {
        List<List<CodeElement>> lines = lines(code);
        List<Integer> first = calling(lines, edit.callee());
        List<Integer> second = calling(lines, edit.other());
        boolean fits = !first.isEmpty() && !second.isEmpty();
        if (fits) {
            Collections.swap(lines, first.getFirst(), second.getFirst());
        }
        lines.forEach(line -> line.forEach(to::with));
        return fits ? 1 : 0;
    }

    /** Numbers of the lines that call a method. */
    private static List<Integer> calling(List<List<CodeElement>> lines, String callee) {
        List<Integer> calling = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).stream().anyMatch(element -> calls(element, callee))) {
                calling.add(i);
            }
        }
        return calling;
    }

    /** The elements of each source line; what comes before the first is a line of its own. */
    private static List<List<CodeElement>> lines(CodeModel code) {
        List<List<CodeElement>> lines = new ArrayList<>();
        lines.add(new ArrayList<>());
        for (CodeElement element : code.elementList()) {
            if (element instanceof LineNumber) {
                lines.add(new ArrayList<>());
            }
            lines.getLast().add(element);
        }
        return lines;
    }

    private static boolean calls(CodeElement element, String callee) {
        return element instanceof InvokeInstruction call && call.name().equalsString(callee);
    }
}
