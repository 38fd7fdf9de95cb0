import { expect, test } from 'vitest';
import type { Contract } from '../judge/contract.ts';
import type { Answer } from '../servers/answer.ts';
import { givenSha256 } from '../task/given.ts';
import { Task } from '../task/task.ts';
import { type RecordedCall, transcriptOf } from '../task/transcripts/parse-transcript.ts';
import { writeTranscript } from '../task/transcripts/transcript-files.ts';
import { folderOf } from '../testing/folder-of.ts';
import { guestServer } from '../testing/guests/guest-server.ts';
import { isLong } from '../testing/sized.ts';
import { turnOf } from '../testing/turn-of.ts';
import { noOptions } from './built-in-agent.ts';
import { replay } from './replay.ts';

const success: Contract = { kind: 'dom_text', selector: 'h1', contains: 'Goal' };
const spec = {
  id: 'test-task',
  title: 'Test',
  goal: 'Get there.',
  startUrl: 'https://a.test/',
  maxSteps: 20,
  maxDurationMs: 30_000,
  success,
};
const task = Task.parse(spec);
const server = guestServer();
const sha = '0'.repeat(64);

type Ending = { finalUrl?: string; given?: string; id?: string; answer?: { $answer: number; find: string } };

async function recorded(
  calls: Partial<RecordedCall>[],
  { finalUrl = 'https://a.test/goal', given = givenSha256(task), id = task.id, ...end }: Ending = {},
) {
  const folder = await folderOf();
  const header = {
    task: id,
    givenSha256: given,
    server: { id: 'guest', version: '1', toolsSha256: sha },
    adapter: 'script',
    model: null,
    web: 'hermetic',
    recordedAt: '2026-01-01T00:00:00.000Z',
  };
  const played = calls.map((call) => ({
    tool: 'open',
    args: {},
    responseKind: 'text' as const,
    responseBytes: 1,
    ...call,
  }));
  await writeTranscript(
    folder,
    transcriptOf(header, played, { reason: 'done', finalUrl, ...end }),
    (value) => value,
  );
  return folder;
}

async function open(folder: string) {
  const adapter = await replay.make({ ...noOptions, transcripts: [folder] });
  return adapter.open(task, server);
}

async function session(calls: Partial<RecordedCall>[]) {
  const opened = await open(await recorded(calls));
  if (!('session' in opened)) throw new Error(JSON.stringify(opened));
  return opened.session;
}

const answer = (kind: Answer['kind'], text = ''): Answer => ({
  kind,
  text,
  isError: false,
  content: [],
  bytes: 0,
  sha256: sha,
});
const turn = turnOf();
const tool = (name: string, inputSchema: Record<string, unknown> = { type: 'object' }) => ({
  name,
  inputSchema,
});

test("an answer is taken from the recorded place in the server's answer; otherwise the transcript is outdated", async () => {
  const ended = { $answer: 1, find: 'Total: (\\S+ EUR)' };
  const replayed = async (text: string) => {
    const opened = await open(await recorded([{ tool: 'read' }], { answer: ended }));
    if (!('session' in opened)) throw new Error(JSON.stringify(opened));
    await opened.session.next(answer('text'), turn);
    return { move: await opened.session.next(answer('text', text), turn), report: opened.session.report?.() };
  };
  expect(await replayed('Total: 41.80 EUR')).toEqual({
    move: { kind: 'done' },
    report: { success: null, answer: '41.80 EUR', stopReason: null },
  });
  expect((await replayed('Total: 39.90 EUR')).report).toMatchObject({ answer: '39.90 EUR' });
  expect((await replayed('nothing of the kind')).move).toMatchObject({
    kind: 'drift',
    drift: { reason: 'unbound_value', step: 1 },
  });
});

test('a transcript without an answer reports none', async () => {
  const { report } = await session([{ tool: 'open' }]);
  expect(report).toBeUndefined();
});

test('a task with other inputs than recorded has drifted, a task with another contract has not', async () => {
  expect(await open(await recorded([], { given: sha }))).toMatchObject({
    drift: {
      reason: 'task_changed',
      step: null,
      expected: sha,
      actual: `${givenSha256(task)}: goal, start URL or setup changed, and the recording does not say which; re-record it`,
    },
  });
  expect(givenSha256(Task.parse({ ...spec, goal: 'Get away.' }))).not.toBe(givenSha256(task));
  expect(givenSha256(Task.parse({ ...spec, success: { kind: 'no_dialog' } }))).toBe(givenSha256(task));
});

test('an invalid transcript is drift, a missing one is reported before the start', async () => {
  const folder = await folderOf({ 'guest/test-task.jsonl': 'no JSON\n' });
  expect(await open(folder)).toMatchObject({ drift: { reason: 'malformed', step: 1 } });
  const adapter = await replay.make({ ...noOptions, transcripts: [await folderOf()] });
  expect(await adapter.missing?.(task, server)).toMatch(/^no transcript guest\/test-task\.jsonl in /);
});

test('a removed tool is named with its call', async () => {
  const { meetTools } = await session([{ tool: 'open' }, { tool: 'click' }]);
  expect(meetTools?.([tool('open'), tool('press')])).toEqual({
    reason: 'tool_gone',
    step: 2,
    expected: 'click',
    actual: 'open, press',
  });
  expect(meetTools?.([tool('open'), tool('click')])).toBeNull();
});

const strict = {
  type: 'object',
  additionalProperties: false,
  required: ['a', 'b'],
  properties: {
    a: { type: 'string' },
    b: { type: 'string' },
    n: { type: 'integer' },
    list: { type: 'array', items: { type: 'object', required: ['id'] } },
  },
};

test.each([
  ['the first that is required and missing', { n: 'x' }, 'parameter a'],
  ['what is missing before what is wrong', { a: 1, n: 'x' }, 'parameter b'],
  ['what does not validate', { a: 'x', b: 'x', n: 1.5 }, 'parameter n'],
  ['what is not known any more', { a: 'x', b: 'x', c: 'x' }, 'parameter c'],
  ['what is wrong inside', { a: 'x', b: 'x', list: [{}] }, 'parameter list'],
])('a schema that changed names %s', async (_, args, named) => {
  const { meetTools } = await session([{ args }]);
  const drift = meetTools?.([tool('open', strict)]);
  expect(drift).toMatchObject({ reason: 'tool_schema_changed', step: 1 });
  expect(drift?.actual).toMatch(new RegExp(`^${named}: `));
});

/** Needs its full limit of a second, so it only runs in long runs. */
const doubling = {
  type: 'object',
  allOf: [{ $ref: '#/$defs/d0' }],
  $defs: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, at === 59 ? {} : { allOf: [next, next] }];
    }),
  ),
};

test.each<[string, Record<string, unknown>]>([
  ['of an unknown dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
  ['with an id, called twice', { $id: 'https://a.test/schema', type: 'object' }],
  ['that is invalid', { type: 'object', properties: { a: { type: 'nonsense' } } }],
  [
    'of draft 4',
    { type: 'object', properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true } } },
  ],
  ['that is itself', { $ref: '#' }],
  ['that holds itself', { type: 'object', allOf: [{ $ref: '#' }] }],
  [
    'whose pattern never ends',
    { type: 'object', properties: { long: { type: 'string', pattern: '^(a+)+!$' } } },
  ],
  ...(isLong ? [['whose parts double at each reference', doubling] as [string, typeof doubling]] : []),
  ['that refers to nowhere', { type: 'object', properties: { a: { $ref: '#/nowhere' } } }],
  [
    'with formats and keywords of its own',
    { type: 'object', properties: { a: { type: 'string', format: 'selector', 'x-order': 1 } } },
  ],
  [
    'with a default for a required parameter',
    { type: 'object', required: ['z'], properties: { z: { default: 1 } } },
  ],
])('a schema %s is not drift', async (_, schema) => {
  const { meetTools } = await session([{ args: { a: 'x', long: 'a'.repeat(60) } }, { args: { a: 'y' } }]);
  expect(meetTools?.([tool('open', schema)])).toBeNull();
});

test('a value that is filled in at replay is not checked by the schema, at any depth', async () => {
  const reference = { $answer: 0, find: '(x)' };
  const schema = {
    type: 'object',
    properties: { tab: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
  };
  const { meetTools } = await session([{ args: { tab: reference, list: [reference] } }]);
  expect(meetTools?.([tool('open', schema)])).toBeNull();
});

test('a session value is filled from an earlier answer, and a missing one is drift', async () => {
  const args = { tab: { $answer: 1, find: 'tab (\\d+)' } };
  const played = await session([{ tool: 'new' }, { args }]);
  await played.next(answer('text', 'opened'), turn);
  expect(await played.next(answer('text', 'tab 17'), turn)).toEqual({
    kind: 'call',
    tool: 'open',
    args: { tab: '17' },
    storedArgs: args,
  });
  const other = await session([{ tool: 'new' }, { args }]);
  await other.next(null, turn);
  expect(await other.next(answer('text', 'no tabs'), turn)).toMatchObject({
    kind: 'drift',
    drift: {
      reason: 'unbound_value',
      step: 2,
      expected: 'tab (\\d+) in the answer of call 1',
      actual: 'no tabs',
    },
  });
});

test('an answer of another kind and another final URL are reported at the end', async () => {
  const played = await session([{ responseKind: 'text' }, { responseKind: 'image' }]);
  await played.next(answer('empty'), turn);
  await played.next(answer('text'), turn);
  expect(played.driftAtEnd?.('https://a.test/goal')).toBeNull();
  expect(played.driftAtEnd?.('https://a.test/')).toMatchObject({
    reason: 'final_url_changed',
    step: 2,
    expected: 'https://a.test/goal',
    actual: 'https://a.test/',
  });
  expect(await played.next(answer('mixed'), turn)).toEqual({ kind: 'done' });
  expect(played.driftAtEnd?.('https://a.test/goal')).toEqual({
    reason: 'response_kind_changed',
    step: 2,
    expected: 'image',
    actual: 'mixed',
  });
});
