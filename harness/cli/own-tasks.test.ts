import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { guestServer } from '../test-guests/guest-server.ts';
import { folderOf } from '../testing/folder-of.ts';
import { taskMarkdown } from '../testing/suite-files.ts';
import type { Context } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { withWords } from './options-schema.ts';
import { configSchema, projectHere } from './project-here.ts';
import { valuesOf } from './values-of.ts';

/** Runs a command as it would be in this folder. */
async function run(folder: string, words: string, values: Record<string, unknown>) {
  const { project, config, options } = await projectHere(folder, commands);
  const found = withWords(commands, '').find((each) => each.words === words);
  if (!found) throw new Error(`no command ${words}`);
  const notes: string[] = [];
  const context: Context = {
    ...{ project, config, options, folder, env: { PATH: process.env.PATH }, json: true },
    ...{
      signal: new AbortController().signal,
      commandLine: words,
      configSchema: () => configSchema(commands),
    },
    print: () => {},
    log: (line) => void notes.push(line),
  };
  const given = valuesOf(found.command, { words, values }, context);
  return { ...(await found.command.run(given, context)), notes };
}

/** A project of somebody's own: his server, his task, his pages. */
async function ownProject() {
  const { origin } = guestServer();
  if (!('command' in origin)) throw new Error('the guest is a command line');
  const servers = [
    { id: 'mine', command: origin.command },
    { id: 'gone', command: 'echo no screen >&2; exit 3 # {port}' },
  ];
  const folder = await folderOf({
    'contract-bench.config.json': JSON.stringify({ servers }),
    'mine/reach.md': taskMarkdown('reach'),
    'web/a.test/index.html': '<h1>Start</h1>',
    'web/a.test/goal.html': '<h1>Goal</h1>',
    'calls.jsonl': '{"tool": "open", "args": {"url": "https://a.test/goal"}}\n',
  });
  const at = (...names: string[]) => path.join(folder, ...names);
  return { folder, at, own: { tasks: at('mine'), webRoot: at('web') } };
}

test('an own task is checked, recorded and audited on an own server where it lies', async () => {
  const { folder, at, own } = await ownProject();
  const transcripts = at('recorded');
  const recorded = await run(folder, 'record', {
    ...{ ...own, transcripts, adapter: 'script', script: at('calls.jsonl'), out: at('out') },
  });
  expect(recorded.exitCode).toBe(0);
  expect(await run(folder, 'check', { ...own, transcripts })).toMatchObject({
    exitCode: 0,
    lines: ['1 task, 1 transcript, 1 tool ledger valid'],
  });
  const audited = await run(folder, 'audit', {
    ...{ ...own, transcripts, control: 'noop', mutate: true, out: at('audit') },
  });
  expect(audited.lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^reach +passed +failed$/),
      'every control failed, every transcript passed',
      expect.stringMatching(/^reach +\d+ +\d+$/),
    ]),
  );
  expect(audited.exitCode).toBe(0);
});

test('a start host without a stand-in is a mistake of the task, and one that cannot be made is one of its file', async () => {
  const { folder, at, own } = await ownProject();
  await writeFile(at('mine', 'away.md'), taskMarkdown('away', 'https://b.test/'));
  const { exitCode, notes } = await run(folder, 'check', own);
  expect(exitCode).toBe(2);
  expect(notes).toEqual([
    expect.stringMatching(
      /away\.md: startUrl: no stand-in answers https:\/\/b\.test\/ \(looked in .*\/web, /,
    ),
  ]);
  await mkdir(at('web', 'b.test'));
  await writeFile(at('web', 'b.test', '_host.mjs'), 'export const createHost = () => 5;');
  await expect(run(folder, 'check', own)).rejects.toThrow(/b\.test\/_host\.mjs: createHost made a number; /);
});

test('a server of its own that does not start is said once, and nothing is played', async () => {
  const { folder, at, own } = await ownProject();
  const played = run(folder, 'run', { ...own, server: 'gone', adapter: 'noop', save: false, out: at('out') });
  await expect(played).rejects.toThrow(
    /^server gone: it does not start: the server is gone \(exit code 3\); its last words: no screen\nnothing was played; /,
  );
  const { exitCode, lines } = await run(folder, 'servers try', { server: 'gone' });
  expect([exitCode, lines.at(-1)]).toEqual([1, 'it cannot be played with']);
});
