import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPattern, isExponential } from './check-pattern.ts';

test.each(['(a+)+$', '(a|a)*$', '(a+){2,}', '(((a+)))+', '^(x+x+)+y'])(
  '%s backtracks exponentially',
  (pattern) => {
    expect(checkPattern(pattern)).toBe('must not backtrack exponentially (it repeats what already repeats)');
  },
);

test.each([
  '(\\d+,)*',
  '\\++',
  '^https://en\\.wikipedia\\.org/wiki/Eiffel_Tower$',
  '^https://tc39\\.es/ecma262/',
  'str\\.html#method\\.trim$',
  '^https://(www\\.)?w3\\.org/TR/[^/]+/(?:#.*)?$',
  '(?i:a)',
  '[0-9a-f]{64}',
  'a'.repeat(512),
])('%s is fine', (pattern) => {
  expect(checkPattern(pattern)).toBeNull();
});

test('what does not parse is said to be so, even where the group around it would mend it', () => {
  expect(checkPattern('(')).toBe('must be a JavaScript regular expression (Unterminated group)');
  expect(checkPattern('a)(b')).toBe("must be a JavaScript regular expression (Unmatched ')')");
});

test('a process that checked a pattern ends by itself at once', () => {
  const script = `import { checkPattern } from ${JSON.stringify(import.meta.resolve('./check-pattern.ts'))};
    console.log(checkPattern('(a+)+$') === null, process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap').length);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 10_000 });
  expect(String(said)).toBe('false 0\n');
});

test('where groups are not repeated nothing is exponential', () => {
  const atom = fc.tuple(
    fc.constantFrom('a', '.', '\\s', '[ab]', '(a|ab)', '(?:a+|b)?'),
    fc.constantFrom('', '*', '+', '{2,}', '?'),
  );
  const written = atom.map(([part, times]) => (part.startsWith('(') ? part : part + times));
  const pattern = fc
    .array(fc.array(written, { maxLength: 6 }), { minLength: 1, maxLength: 3 })
    .map((ways) => ways.map((parts) => parts.join('')).join('|'));
  const holds = fc.property(pattern, (each) => checkPattern(each) === null && !isExponential(each));
  fc.assert(holds, { numRuns: 60 });
});
