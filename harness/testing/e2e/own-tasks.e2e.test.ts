import { mkdir, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { ownProject, runIn } from '../own-project.ts';
import { isLong } from '../sized.ts';
import { taskMarkdown } from '../suite-files.ts';

/** A project of somebody's own, and where its task was recorded. */
let folder: string;
let at: Awaited<ReturnType<typeof ownProject>>['at'];
let recorded: { tasks: string; webRoot: string; transcripts: string };

beforeAll(async () => {
  const made = await ownProject();
  ({ folder, at } = made);
  recorded = { ...made.own, transcripts: at('recorded') };
  const ended = await runIn(folder, 'record', {
    ...{ ...recorded, adapter: 'script', script: at('calls.jsonl'), out: at('out') },
  });
  expect(ended.exitCode).toBe(0);
});

test('an own task is recorded on an own server and checked where it lies', async () => {
  expect(await runIn(folder, 'check', recorded)).toMatchObject({
    exitCode: 0,
    lines: ['1 task, 1 transcript, 1 tool ledger valid'],
  });
});

if (isLong) {
  test('an own task that was recorded is audited on an own server where it lies', async () => {
    const audited = await runIn(folder, 'audit', {
      ...{ ...recorded, control: 'noop', mutate: true, out: at('audit') },
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
}

if (isLong) {
  test('a start host without a stand-in is a mistake of the task, and one that cannot be made is one of its file', async () => {
    const { folder, at, own } = await ownProject();
    await writeFile(at('mine', 'away.md'), taskMarkdown('away', 'https://b.test/'));
    const { exitCode, notes } = await runIn(folder, 'check', own);
    expect(exitCode).toBe(2);
    expect(notes).toEqual([
      expect.stringMatching(
        /away\.md: startUrl: no page of the hermetic web answers https:\/\/b\.test\/ \(looked in .*\/web, /,
      ),
    ]);
    await mkdir(at('web', 'b.test'));
    await writeFile(at('web', 'b.test', '_host.mjs'), 'export const createHost = () => 5;');
    await expect(runIn(folder, 'check', own)).rejects.toThrow(
      /b\.test\/_host\.mjs: createHost returned a number; /,
    );
  });

  test('a server of its own that does not start is said once, and nothing is played', async () => {
    const { folder, at, own } = await ownProject();
    const played = runIn(folder, 'run', {
      ...{ ...own, server: 'gone', adapter: 'noop', save: false, out: at('out') },
    });
    await expect(played).rejects.toThrow(
      /^server gone: the server does not start: the server is gone \(exit code 3\); its last words: no screen\nnothing was played\. /,
    );
    const { exitCode, lines } = await runIn(folder, 'servers try', { server: 'gone' });
    expect([exitCode, lines.at(-1)]).toEqual([1, 'the server cannot play tasks']);
  });
}
