import { expect, test } from 'vitest';
import { Task } from '../task/task.ts';
import { folderOf } from '../testing/folder-of.ts';
import { guestServer } from '../testing/guests/guest-server.ts';
import { turnOf } from '../testing/turn-of.ts';
import { noOptions } from './built-in-agent.ts';
import { noop } from './controls/noop.ts';
import { builtInAgents, builtInAgentsOf, findBuiltInAgent } from './index.ts';
import { script } from './script.ts';

const task = Task.parse({
  id: 'x',
  title: 'x',
  goal: 'x',
  startUrl: 'about:blank',
  maxSteps: 1,
  maxDurationMs: 1,
  success: { kind: 'no_dialog' },
});
const turn = turnOf();

async function stepsOf(text: string) {
  const folder = await folderOf({ calls: text });
  const adapter = await script.make({ ...noOptions, script: `${folder}/calls` });
  const opened = await adapter.open(task, guestServer());
  if (!('session' in opened)) throw new Error('drift');
  return [
    await opened.session.next(null, turn),
    await opened.session.next(null, turn),
    await opened.session.next(null, turn),
  ];
}

test('the calls of a file are made in order, without comments and empty lines', async () => {
  const text =
    '# open it\n{"tool":"open","args":{"url":"https://a.test/"}}\n\n  # and read\r\n{"tool":"read"}\r\n';
  expect(await stepsOf(text)).toEqual([
    { kind: 'call', tool: 'open', args: { url: 'https://a.test/' }, storedArgs: { url: 'https://a.test/' } },
    { kind: 'call', tool: 'read', args: {}, storedArgs: {} },
    { kind: 'done' },
  ]);
});

test('the last line may have the answer', async () => {
  const folder = await folderOf({
    calls: '{"tool":"open"}\n{"answer":"ROOF-140"}\n',
    more: '{"answer":"a"}\n{"tool":"x"}\n',
  });
  const adapter = await script.make({ ...noOptions, script: `${folder}/calls` });
  const opened = await adapter.open(task, guestServer());
  expect('session' in opened && opened.session.report?.()).toMatchObject({ answer: 'ROOF-140' });
  await expect(script.make({ ...noOptions, script: `${folder}/more` })).rejects.toThrow(
    ':2: got a line after the answer; expected none',
  );
});

test('every mistake of a file is named with its line, all at once', async () => {
  const folder = await folderOf({
    calls: '{"tool":"ok"}\nopen it\n{"tool":""}\n{"tool":"x","args":[]}\n{"tool":"x","arguments":{}}\n7\n',
  });
  const file = `${folder}/calls`;
  const said: Error = await script.make({ ...noOptions, script: file }).then(
    () => new Error('none'),
    (error) => error,
  );
  expect(said.name).toBe('UserError');
  const lines = said.message.split('\n');
  expect(lines.slice(0, -1).map((line) => line.slice(file.length, file.length + 3))).toEqual([
    ':2:',
    ':3:',
    ':4:',
    ':5:',
    ':6:',
  ]);
  expect(lines[0]).toBe(`${file}:2: the line must be JSON`);
  expect(lines[1]).toMatch(/tool: must not be empty/);
  expect(lines[4]).toBe(`${file}:6: the whole: must be an object; found a number`);
  expect(lines[2]).toMatch(/args: /);
  expect(lines[3]).toMatch(/arguments/);
  expect(lines.at(-1)).toMatch(/^expected one /);
});

test('a missing option and a missing script are mistakes', async () => {
  await expect(script.make(noOptions)).rejects.toThrow('--adapter script needs --script <file>');
  await expect(script.make({ ...noOptions, script: '/nowhere/calls' })).rejects.toThrow(
    '--script /nowhere/calls: cannot be read (ENOENT)',
  );
});

test('noop calls done at once', async () => {
  const adapter = await noop.make(noOptions);
  const opened = await adapter.open(task, guestServer());
  expect('session' in opened && (await opened.session.next(null, turn))).toEqual({ kind: 'done' });
  expect(adapter.kind).toBe('control');
});

test.each(builtInAgents)('$id is found by its id and its aliases', (adapter) => {
  for (const name of [adapter.id, ...adapter.aliases]) expect(findBuiltInAgent(name)).toBe(adapter);
});

test('the names of built-in agents are unique', () => {
  const names = builtInAgents.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(names).toEqual([...new Set(names)]);
  expect(findBuiltInAgent('mock').id).toBe('replay');
});

test.each(builtInAgentsOf('control'))(
  'the control $id has its required statuses, never passed',
  (control) => {
    const ends = ['reload', 'live'].map((verify) =>
      control.mustEnd?.(Task.parse({ ...task, verify, success: { kind: 'dom_text', contains: 'x' } })),
    );
    for (const statuses of ends) expect(statuses).not.toHaveLength(0);
    expect(ends.flat()).not.toContain('passed');
    expect(ends.flat()).not.toContain(undefined);
  },
);

test('the error for an unknown agent has the list', () => {
  expect(() => findBuiltInAgent('gpt')).toThrow(
    `--adapter: unknown adapter "gpt"; there is ${builtInAgents.map(({ id }) => id).join(', ')}`,
  );
});
