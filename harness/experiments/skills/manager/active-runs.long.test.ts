import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderOf } from '../../../testing/folder-of.ts';
import { comesToHold, managerOf } from '../../../testing/manager.ts';
import { commandSuite, skillWorkspace } from '../../../testing/skill-workspace.ts';

test('of more suites than may run at once the others wait in their order, and none is lost', async () => {
  const marks = await folderOf();
  const until = (name: string) =>
    `touch ${marks}/${name}; while [ ! -e ${marks}/go-${name} ]; do sleep 0.02; done`;
  const { ask, url } = await managerOf(
    await skillWorkspace({
      'bench/a.yaml': commandSuite(until('a')),
      'bench/b.yaml': commandSuite(until('b')),
      'bench/c.yaml': commandSuite(until('c')),
    }),
  );
  const start = async (name: string) =>
    String(
      (await ask('/bench/runs', { body: { configPath: `bench/${name}.yaml`, async: true } })).body.runId,
    );
  const [a, b, c] = [await start('a'), await start('b'), await start('c')];
  const states = async () => {
    const { runs } = (await ask('/bench/active')).body as {
      runs: { configPath: string; before: number | null }[];
    };
    return runs.map(({ configPath, before }) => `${configPath} ${before}`);
  };
  expect(await states()).toEqual(['bench/a.yaml null', 'bench/b.yaml 0', 'bench/c.yaml 1']);
  await comesToHold(() => existsSync(`${marks}/a`));
  expect(existsSync(`${marks}/b`)).toBe(false);
  expect((await ask(`/bench/runs/${b}`)).body.error).toMatch(/has not ended/);

  // One that waits is cancelled: nothing of it ran, nothing of it is kept, and who comes behind it moves up.
  expect(await ask(`/bench/runs/${b}/active`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  expect(await states()).toEqual(['bench/a.yaml null', 'bench/c.yaml 0']);
  const ended = await (await fetch(`${url}/bench/runs/${b}/events`)).text();
  expect(ended).toMatch(
    /^event: waiting\ndata: \{"before":0\}\n\nevent: end\ndata: .*"status":"cancelled".*BENCH_CANCELLED/,
  );

  for (const name of ['go-a', 'go-c']) writeFileSync(`${marks}/${name}`, '');
  const events = await (await fetch(`${url}/bench/runs/${c}/events`)).text();
  expect(events.match(/^event: \w+/gm)).toEqual([
    'event: waiting',
    'event: waiting',
    ...Array(3).fill('event: progress'),
    'event: end',
  ]);
  const { runs } = (await ask('/bench/runs')).body as { runs: { runId: string }[] };
  expect(runs.map(({ runId }) => runId)).toEqual([c, a]);
  expect(existsSync(`${marks}/b`)).toBe(false);
  expect(await states()).toEqual([]);
});

test('two at once is two at once, and beyond fifty that wait a run is refused in words', async () => {
  const { ask } = await managerOf(
    await skillWorkspace({ 'bench/slow.yaml': commandSuite('exec sleep 300') }),
    { atOnce: 2 },
  );
  const start = () =>
    ask('/bench/runs', { body: { configPath: 'bench/slow.yaml', async: true, save: false } });
  const begun = await Promise.all(Array.from({ length: 52 }, start));
  expect(begun.every(({ status }) => status === 202)).toBe(true);
  expect(await start()).toMatchObject({
    status: 429,
    body: { code: 'BENCH_TOO_MANY_WAITING', error: expect.stringContaining('50 runs wait already') },
  });
  const { atOnce, runs } = (await ask('/bench/active')).body as {
    atOnce: number;
    runs: { before: number | null }[];
  };
  expect([atOnce, runs.filter(({ before }) => before === null).length, runs.at(-1)?.before]).toEqual([
    2, 2, 49,
  ]);
});
