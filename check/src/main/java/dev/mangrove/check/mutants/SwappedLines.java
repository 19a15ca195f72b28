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
        List<Integer> calling = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).stream().anyMatch(element -> calls(element, edit.callee()))) {
                calling.add(i);
            }
        }
        boolean fits = calling.size() > edit.second();
        if (fits) {
            Collections.swap(lines, calling.get(edit.first()), calling.get(edit.second()));
        }
        lines.forEach(line -> line.forEach(to::with));
        return fits ? 1 : 0;
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
