import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Contract } from '../judge/contract.ts';
import { someContract } from '../testing/arbitrary-contracts.ts';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml, taskMarkdown } from '../testing/suite-files.ts';
import { readSuites } from './read-suites.ts';
import { describeMistake, noPatternCheck, readTasks } from './read-tasks.ts';
import { validateContract } from './validate-contract.ts';

const checkPattern = (pattern: string) => (pattern === '(a+)+$' ? 'must not backtrack exponentially' : null);
const mistakes = (raw: unknown) => validateContract(raw, { checkPattern });
const url = { kind: 'url', pattern: 'a' };

describe('messages', () => {
  test('all mistakes at once, with their paths', () => {
    const raw = {
      kind: 'and',
      children: [
        { kind: 'url', pattern: '(' },
        { kind: 'dom_count', selector: '', op: 'lt', value: -1 },
        { kind: 'network', url_pattern: 'x', status_in: [200, 600], sinc: 'last_tool_call' },
        { kind: 'screenshot_class', class_id: '..', distance_max: 65 },
      ],
    };
    expect(mistakes(raw)).toEqual([
      {
        path: '$.children.0.pattern',
        message: 'must be a JavaScript regular expression (Unterminated group); found "("',
      },
      { path: '$.children.1.selector', message: 'must not be empty; found ""' },
      { path: '$.children.1.op', message: 'must be one of eq, gte, lte; found "lt"' },
      { path: '$.children.1.value', message: 'must be a whole number of at least 0; found -1' },
      {
        path: '$.children.2.sinc',
        message: 'unknown field "sinc"; network has kind, url_pattern, status_in, since',
      },
      { path: '$.children.2.status_in.1', message: 'must be a whole number from 100 to 599; found 600' },
      {
        path: '$.children.3.class_id',
        message: 'must be letters, digits, ".", "_" or "-" and neither "." nor ".."; found ".."',
      },
      { path: '$.children.3.distance_max', message: 'must be a whole number from 0 to 64; found 65' },
    ]);
  });

  test.each(['image_qa', 'performance', 'console', '__proto__', 'constructor', '', 7, null])(
    'the unknown kind %j is one error and nothing below it is looked at',
    (kind) => {
      const [mistake, ...others] = mistakes({ kind: 'not', child: { kind, pattern: '(', wrong: {} } });
      expect(others).toEqual([]);
      expect(mistake?.path).toBe('$.child.kind');
      expect(mistake?.message).toMatch(/^must be one of url, dom_text, dom_count, network, .*, not; found /);
    },
  );

  test('an unknown kind at the root is at $.kind', () => {
    expect(mistakes({ kind: 'image_qa' }).map(({ path }) => path)).toEqual(['$.kind']);
    expect(mistakes({}).map(({ path }) => path)).toEqual(['$.kind']);
  });

  test.each([
    [null, 'must be an object with a kind; found null'],
    [[url], 'must be an object with a kind; found an array'],
    ['url', 'must be an object with a kind; found "url"'],
    [undefined, 'must be an object with a kind; found nothing'],
  ])('%j is no contract', (raw, message) => {
    expect(mistakes(raw)).toEqual([{ path: '$', message }]);
  });

  test('a logical clause without children, and a `not` with several', () => {
    expect(mistakes({ kind: 'and', children: [] })).toEqual([
      { path: '$.children', message: 'must be an array of at least one clause; found an empty array' },
    ]);
    expect(mistakes({ kind: 'not', children: [url] })).toEqual([
      { path: '$.children', message: 'unknown field "children"; not has kind, child' },
      { path: '$.child', message: 'must be an object with a kind; found nothing' },
    ]);
  });
});

describe('patterns', () => {
  test('what backtracks exponentially is refused, in both kinds that have a pattern', () => {
    const message = 'must not backtrack exponentially; found "(a+)+$"';
    expect(mistakes({ kind: 'url', pattern: '(a+)+$' })).toEqual([{ path: '$.pattern', message }]);
    expect(mistakes({ kind: 'network', url_pattern: '(a+)+$', status_in: [200] })).toEqual([
      { path: '$.url_pattern', message },
    ]);
  });

  test('a url_pattern that does not parse is a literal, and never checked', () => {
    const asked: string[] = [];
    const raw = { kind: 'network', url_pattern: '?q=(', status_in: [200] };
    expect(validateContract(raw, { checkPattern: (pattern) => String(asked.push(pattern)) })).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('512 characters are the most', () => {
    expect(mistakes({ kind: 'url', pattern: 'a'.repeat(512) })).toEqual([]);
    const [mistake] = mistakes({ kind: 'url', pattern: 'a'.repeat(513) });
    expect(mistake?.message).toMatch(/^must be at most 512 characters; found "a+…$/);
  });
});

describe('size', () => {
  const nested = (levels: number): unknown =>
    levels === 1 ? url : { kind: 'not', child: nested(levels - 1) };
  const wide = (nodes: number) => ({ kind: 'or', children: Array.from({ length: nodes - 1 }, () => url) });

  test('16 levels and 64 clauses are the most', () => {
    expect(mistakes(nested(16))).toEqual([]);
    expect(mistakes(nested(17))).toEqual([
      { path: `$${'.child'.repeat(16)}`, message: 'is at level 17; at most 16 levels are allowed' },
    ]);
    expect(mistakes(wide(64))).toEqual([]);
    expect(mistakes(wide(65))).toEqual([{ path: '$', message: 'has 65 clauses; at most 64 are allowed' }]);
    for (const raw of [nested(17), wide(65)]) expect(Contract.safeParse(raw).success).toBe(false);
  });

  test('a contract that holds itself, a very deep and a very wide one end in errors', () => {
    const cyclic: { kind: string; children: unknown[] } = { kind: 'and', children: [] };
    cyclic.children.push(cyclic, cyclic);
    let deep: unknown = url;
    for (let i = 0; i < 100_000; i++) deep = { kind: 'not', child: deep };
    const hostile = [cyclic, deep, wide(1_000_000), { kind: 'or', children: new Array(4_000_000_000) }];
    for (const raw of hostile) {
      expect(mistakes(raw).length).toBeGreaterThan(0);
      expect(Contract.safeParse(raw).success).toBe(false);
    }
    expect(mistakes(wide(1_000_000))[0]?.message).toBe('has 1000 or more clauses; at most 64 are allowed');
  });
});

describe('laws', () => {
  test('it accepts what `Contract` accepts and nothing else', () => {
    const raw = fc.oneof(
      someContract,
      fc.json().map((text) => JSON.parse(text)),
      broken(),
    );
    fc.assert(
      fc.property(raw, (candidate) => {
        expect(mistakes(candidate).length === 0).toBe(Contract.safeParse(candidate).success);
      }),
      { numRuns: 500 },
    );
  });

  test('it never throws, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
        (raw) => {
          mistakes(raw);
          mistakes({ kind: 'and', children: raw });
          mistakes({ kind: 'network', url_pattern: raw, status_in: raw, since: raw });
        },
      ),
    );
  });

  test('keys of the prototype are fields like others', () => {
    const raw = JSON.parse('{"kind":"url","pattern":"a","__proto__":{"kind":"not"},"constructor":1}');
    expect(mistakes(raw).map(({ path }) => path)).toEqual(['$.__proto__', '$.constructor']);
    expect(mistakes(Object.create({ kind: 'no_dialog' })).map(({ path }) => path)).toEqual(['$.kind']);
  });
});

/** A good contract with one value somewhere replaced. */
function broken(): fc.Arbitrary<unknown> {
  const junk = fc.constantFrom(null, '', -1, 1.5, [], {}, 'x');
  return fc.tuple(someContract, fc.nat(), junk).map(([contract, at, value]) => {
    let seen = 0;
    return JSON.parse(JSON.stringify(contract), (_key, old) => (seen++ === at % 12 ? value : old));
  });
}

const state = { kind: 'state', host: 'shop.test', changes: [] };
const answer = { kind: 'answer', type: 'integer', value: 3 };
const network = { kind: 'network', url_pattern: '/x', status_in: [200] };
const text = { kind: 'dom_text', contains: 'x' };

const spec = (more: object) => ({
  id: 'a-task',
  title: 'A',
  goal: 'Do it.',
  startUrl: 'https://shop.test/',
  maxSteps: 5,
  maxDurationMs: 1000,
  verify: 'state',
  success: { kind: 'and', children: [state, answer, { kind: 'not', child: network }] },
  ...more,
});

async function mistakesOf(more: object) {
  const folder = await folderOf({ 'a-task.json': JSON.stringify(spec(more)) });
  const { mistakes } = await readTasks(folder, 'custom', noPatternCheck);
  return mistakes.map(({ field, message }) => `${field}: ${message}`);
}

test('state, answer and network, joined as one likes, are judged by state', async () => {
  expect(await mistakesOf({})).toEqual([]);
});

test.each([
  [
    { success: { kind: 'or', children: [state, text] } },
    'success $.children.1.kind: must be one of state, answer, reward, network, and, or, not where verify is state; found "dom_text"',
  ],
  [{ judge: 'each_step' }, 'judge: must be end where verify is state; found "each_step"'],
  [{ verify: 'reload', success: answer }, 'success $.kind: needs verify: state; found answer with reload'],
  [
    { verify: 'live', success: { kind: 'not', child: state } },
    'success $.child.kind: needs verify: state; found state with live',
  ],
  [{ success: { ...answer, value: 'three' } }, 'success $.value: must be a whole number; found "three"'],
  [
    { success: { ...state, changes: [{ table: 'orders' }] } },
    'success $.changes.0: must have one of added, removed, changed; found an object',
  ],
  [
    { success: { ...state, changes: [{ table: 'drafts', added: {} }], ignore: ['drafts'] } },
    'success $.changes.0.table: must not be an ignored table; found "drafts"',
  ],
  [
    { success: { ...state, changes: [{ table: 'orders', added: { note: { pattern: '(' } } }] } },
    'success $.changes.0.added.note: must be a JavaScript regular expression',
  ],
])('%j is a mistake of the file', async (more, mistake) => {
  const [found = '', ...others] = await mistakesOf(more);
  expect(others).toEqual([]);
  expect(found).toContain(mistake);
});

test('a pattern deep in a change is checked as every other', async () => {
  const changes = [{ table: 'orders', added: { lines: { matches: [{ note: { pattern: 'bad' } }] } } }];
  const folder = await folderOf({ 'a-task.json': JSON.stringify(spec({ success: { ...state, changes } })) });
  const check = (pattern: string) => (pattern === 'bad' ? 'must not be bad' : null);
  const { mistakes } = await readTasks(folder, 'custom', check);
  expect(mistakes.map(({ message }) => message)).toEqual(['must not be bad; found "bad"']);
});

test('a suite of the vocabulary openchrome refuses such clauses', async () => {
  const folder = await folderOf({
    's/suite.yaml': suiteYaml('s', { tasks: ['a-task', 'b-task'], hosts: ['shop.test'] }),
    's/a-task.json': JSON.stringify(spec({})),
    's/b-task.md': taskMarkdown('b-task', 'https://shop.test/'),
  });
  const { mistakes } = await readSuites(folder, noPatternCheck);
  const said = mistakes.map((mistake) => describeMistake(mistake).replace(`${folder}/`, ''));
  expect(said).toEqual([
    's/a-task.json: success: must have no clause that the vocabulary openchrome does not have; found state, answer',
  ]);
});
