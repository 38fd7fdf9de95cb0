import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownText } from './markdown-text.ts';

test('text of others has no structure, calls nobody and hides nothing', () => {
  expect(markdownText('| @all ![x](https://a.test) <img> `b`')).toBe(
    '<code>&#124; &#64;all &#33;&#91;x&#93;&#40;https&#58;&#47;&#47;a&#46;test&#41; &#60;img&#62; &#96;b&#96;</code>',
  );
  expect(markdownText('a\u202eb\u200bc\nd\u0000e')).toBe('<code>a b c d e</code>');
  expect(markdownText(' \n ')).toBe('');
});

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 127 }));
const anyText = fc.array(codePoint, { maxLength: 120 }).map((points) => String.fromCodePoint(...points));

test('whatever it is, only letters, digits, spaces and references are left, and it is bounded', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = markdownText(text, 50);
      expect(shown).toMatch(/^(<code>([\p{L}\p{N}… ]|&#\d+;){1,50}<\/code>)?$/u);
    }),
    { numRuns: 40 },
  );
});
