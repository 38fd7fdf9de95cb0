import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toAnswer } from '../../servers/answer.ts';
import { findServer } from '../../servers/index.ts';
import { toolMappings } from '../../servers/tool-mappings/index.ts';
import { Task } from '../../task/task.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { turnOf } from '../../testing/turn-of.ts';
import { noOptions } from '../built-in-agent.ts';
import { builtInAgentsOf, findBuiltInAgent } from '../index.ts';
import { valueBeside } from './labels.ts';

const turn = turnOf();

/** The calls of a baseline if every answer shows the same page, from a server's reading tool. */
async function callsOf(adapter: string, server: string, goal: string, trial = 1): Promise<string[]> {
  const samples = path.join(import.meta.dirname, '../../servers/tool-mappings/samples');
  const answer = toAnswer(
    [{ type: 'text', text: await readFile(path.join(samples, `${server}.txt`), 'utf8') }],
    false,
  );
  const task = Task.parse({
    id: 'x',
    title: 'x',
    goal,
    startUrl: 'about:blank',
    maxSteps: 1,
    maxDurationMs: 1,
    success: { kind: 'no_dialog' },
  });
  const opened = await (await findBuiltInAgent(adapter).make(noOptions)).open(
    task,
    findServer(server),
    trial,
  );
  if (!('session' in opened)) throw new Error('drift');
  const calls: string[] = [];
  for (;;) {
    const move = await opened.session.next(answer, turn);
    if (move.kind !== 'call') return calls;
    calls.push(`${move.tool} ${JSON.stringify(move.args)}`);
  }
}

test('a baseline only needs a tool mapping', async () => {
  const baselines = builtInAgentsOf('baseline');
  expect(baselines.map(({ id }) => id)).toEqual(['random', 'keyword', 'labels']);
  for (const { make } of baselines) {
    const { missing, model } = await make(noOptions);
    const task = { id: 'x' } as Parameters<NonNullable<typeof missing>>[0];
    expect(model).toBeNull();
    expect(await missing?.(task, findServer('openchrome'))).toBeNull();
    expect(await missing?.(task, guestServer())).toMatch(/^no tool mapping for /);
  }
});

test.each(toolMappings)(
  'random on $id: at most twenty steps, equal for the same trial and different for another',
  async ({ id }) => {
    const first = await callsOf('random', id, 'Buy a tent');
    expect(first).toHaveLength(20);
    expect(await callsOf('random', id, 'Buy a tent')).toEqual(first);
    expect(await callsOf('random', id, 'Buy a tent', 2)).not.toEqual(first);
  },
);

test('keyword only follows the link that shares words with the goal', async () => {
  expect(await callsOf('keyword', 'playwright', 'Open what is said about a week.')).toEqual([
    'browser_snapshot {}',
    'browser_click {"target":"e5"}',
    'browser_snapshot {}',
  ]);
  expect(await callsOf('keyword', 'playwright', 'Open the tent.')).toEqual(['browser_snapshot {}']);
});

test('labels fills the named fields and presses the most similar button', async () => {
  const calls = await callsOf(
    'labels',
    'chrome-devtools',
    'Add Ridge 3 in size large to the cart, guests: 4.',
  );
  expect(calls.filter((call) => !call.startsWith('take_snapshot'))).toEqual([
    'fill {"pageId":1,"uid":"1_13","value":"4"}',
    'fill {"pageId":1,"uid":"1_15","value":"Large"}',
    'click {"pageId":1,"uid":"1_9"}',
  ]);
});

test.each([
  ['Subject', 'Write a mail with the subject "Boat trip", and send it.', 'Boat trip'],
  ['Subject', 'Write a mail with the subject Boat trip, and send it.', 'Boat trip'],
  ['Seats', 'Order two balcony seats for Ada.', '2'],
  ['Guests', 'Set guests to 4.', '4'],
  ['City', 'Order two balcony seats.', null],
])('the value beside %s in "%s"', (label, goal, value) => {
  expect(valueBeside(label, goal)).toBe(value);
});
