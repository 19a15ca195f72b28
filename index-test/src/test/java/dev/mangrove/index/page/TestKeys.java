package dev.mangrove.index.page;

import dev.mangrove.index.page.strings.StringFormat;

import java.nio.charset.StandardCharsets;

/** What small numbers stand for as keys of a page, in the same order. */
interface TestKeys {
    /** A number is its own key. */
    TestKeys WORDS =
            new TestKeys() {
                @Override
                public PageFormat format(int pageSize) {
                    return new WordFormat(pageSize, 0);
                }

                @Override
                public int slots(int pageSize) {
                    return Page.slots(pageSize);
                }

                @Override
                public long word(long number) {
                    return number;
                }

                @Override
                public long number(long word) {
                    return word;
                }
            };

    PageFormat format(int pageSize);

    /** Most entries of a page. */
    int slots(int pageSize);

    /** The word that tree code has for a number. */
    long word(long number);

    /** The number that a word stands for. */
    long number(long word);

    /** Byte strings: digits behind a prefix, and followed by some more bytes. */
    final class Strings implements TestKeys {
        private final StringFormat format;
        private final String prefix;
        private final String suffix;

        Strings(int pageSize, int prefixBytes, int suffixBytes) {
            format = new StringFormat(pageSize, 0, new PlainLongKeys().view());
            prefix = "p".repeat(prefixBytes);
            suffix = "s".repeat(suffixBytes);
        }

        @Override
        public PageFormat format(int pageSize) {
            assert pageSize == format.pageSize() : pageSize;
            return format;
        }

        @Override
        public int slots(int pageSize) {
            return StringFormat.fanout(pageSize);
        }

        @Override
        public long word(long number) {
            String key = number == 0 ? "" : prefix + "%03d".formatted(number) + suffix;
            return format.keys().add(key.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public long number(long word) {
            String key = new String(format.keys().key(word), StandardCharsets.UTF_8);
            int from = prefix.length();
            return key.isEmpty() ? 0 : Long.parseLong(key.substring(from, from + 3));
        }
    }
}
