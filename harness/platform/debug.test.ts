import { afterEach, expect, test } from 'vitest';
import { debug, debugMessage, namesIn, tellDebug, unknownIn } from './debug.ts';

afterEach(() => tellDebug(null));

test.each([
  ['contract-bench:*', ['server', 'browser', 'web', 'agent']],
  ['*', ['server', 'browser', 'web', 'agent']],
  ['contract-bench:web,express:*', ['web']],
  ['contract-bench:* -contract-bench:browser', ['server', 'web', 'agent']],
  ['express', []],
  ['contract-bench:ser*', ['server']],
  ['contract.bench:web', []],
])('DEBUG=%s asks for %j', (asked, names) => {
  expect([...namesIn(asked)]).toEqual(names);
});

test('a name that there is not is said to be none', () => {
  expect(unknownIn('contract-bench:nope, -contract-bench:web other:x')).toEqual(['contract-bench:nope']);
});

test('a message is told on one line, redacted and cut; where nobody looks on it is not even made', () => {
  const lines: string[] = [];
  const made: string[] = [];
  const make = (name: string) => () => {
    made.push(name);
    return debugMessage('>', '{"key":"sk-1","said":"two\\nlines\\u001b[31m"}');
  };
  debug('server', make('off'));
  tellDebug({
    names: new Set(['server']),
    redact: (value) => JSON.parse(JSON.stringify(value).replaceAll('sk-1', '[redacted:key]')),
    write: (line) => lines.push(line),
  });
  debug('server', make('server'));
  debug('web', make('web'));
  debug('server', () => `half a message ${'x'.repeat(3000)}`);
  expect(made).toEqual(['server']);
  expect(lines[0]).toBe(
    'contract-bench:server [">",{"key":"[redacted:key]","said":"two\\nlines\\u001b[31m"}]',
  );
  expect(lines[1]).toMatch(/^contract-bench:server half a message x{1985} \(1015 more characters\)$/);
});
