import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SkillRun } from '../../../results/records/skill-run.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { comesToHold, managerOf } from '../../../testing/manager.ts';
import { isAlive, within } from '../../../testing/processes.ts';
import { isLong } from '../../../testing/sized.ts';
import { commandSuite, skillWorkspace, suiteOf } from '../../../testing/skill-workspace.ts';

const configPath = 'bench/suite.yaml';

test('an asynchronous run reports its progress from the first step on, however late the listener starts', async () => {
  const { ask, url } = await managerOf(await skillWorkspace());
  const { status, body } = await ask('/bench/runs', { body: { configPath, async: true } });
  expect(status).toBe(202);
  expect(body).toEqual({ runId: expect.any(String) });
  const listen = async () => {
    const response = await fetch(`${url}/bench/runs/${body.runId}/events`);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    return response.text();
  };
  const [live, ...late] = [await listen(), await listen()];
  const events = live.trim().split('\n\n');
  expect(events).toHaveLength(7);
  expect(events[0]).toMatch(
    /^event: progress\ndata: \{"done":1,"total":6,"result":\{"condition_id":"no_skill"/,
  );
  expect(events.at(-1)).toBe(`event: end\ndata: {"runId":"${body.runId}","status":"complete"}`);
  expect(late).toEqual([live]);
  expect(((await ask('/bench/runs')).body.runs as unknown[]).length).toBe(1);
});

test('a run that could not start reports the reason at its end', async () => {
  const { ask, url } = await managerOf(
    await skillWorkspace({
      'bench/bundle.yaml': suiteOf('s', ['answer.txt']).replace('./curated', './gone'),
    }),
  );
  const { body } = await ask('/bench/runs', { body: { configPath: 'bench/bundle.yaml', async: true } });
  const events = await (await fetch(`${url}/bench/runs/${body.runId}/events`)).text();
  expect(events).toMatch(/^event: end\ndata: .*"status":"failed","error":\{"code":"BENCH_CONFIG_INVALID"/);
  expect((await ask(`/bench/runs/${body.runId}`)).status).toBe(404);
});

test('a cancelled run ends its verifier, and its results so far are saved', async () => {
  const marks = await folderOf();
  const { ask } = await managerOf(
    await skillWorkspace({ 'bench/slow.yaml': commandSuite(`echo $$ > ${marks}/pid; exec sleep 300`) }),
  );
  const { body } = await ask('/bench/runs', { body: { configPath: 'bench/slow.yaml', async: true } });
  const pid = () => Number(existsSync(`${marks}/pid`) && readFileSync(`${marks}/pid`, 'utf8'));
  await comesToHold(() => pid() > 0);
  expect((await ask(`/bench/runs/${body.runId}`)).body.code).toBe('BENCH_RUN_NOT_FOUND');
  expect(await ask(`/bench/runs/${body.runId}/active`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  expect(await within(60_000, () => !isAlive(pid()))).toBe(true);
  const { body: saved } = await ask(`/bench/runs/${body.runId}`);
  expect(SkillRun.parse(saved)).toMatchObject({ incomplete: true, results: [] });
  expect((await ask(`/bench/runs/${body.runId}/report`)).status).toBe(200);
  expect((await ask(`/bench/runs/${body.runId}/active`, { method: 'DELETE' })).status).toBe(404);
});

test('a stopping manager begins no more runs, and returns those that never began', async () => {
  const marks = await folderOf();
  const { ask, close } = await managerOf(
    await skillWorkspace({ 'bench/slow.yaml': commandSuite(`echo $$ >> ${marks}/pids; exec sleep 300`) }),
  );
  const body = { configPath: 'bench/slow.yaml' };
  const { runId } = (await ask('/bench/runs', { body: { ...body, async: true } })).body;
  await comesToHold(() => existsSync(`${marks}/pids`));
  const waiting = ask('/bench/runs', { body: { ...body, label: 'later' } });
  await comesToHold(async () => ((await ask('/bench/active')).body.runs as unknown[]).length === 2);
  expect(await close()).toMatchObject([{ configPath: 'bench/slow.yaml', label: 'later', before: 0 }]);
  expect(await waiting).toMatchObject({ status: 503, body: { code: 'BENCH_STOPPING' } });
  const pids = readFileSync(`${marks}/pids`, 'utf8').trim().split('\n').map(Number);
  expect(pids).toHaveLength(1);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(runId).toBeDefined();
});

if (isLong) {
  test('suites above the limit wait in their order, and none is lost', async () => {
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

  test('two at once run at the same time, and with fifty waiting a further run is rejected with a message', async () => {
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
      body: { code: 'BENCH_TOO_MANY_WAITING', error: expect.stringContaining('50 runs are already waiting') },
    });
    const { atOnce, runs } = (await ask('/bench/active')).body as {
      atOnce: number;
      runs: { before: number | null }[];
    };
    expect([atOnce, runs.filter(({ before }) => before === null).length, runs.at(-1)?.before]).toEqual([
      2, 2, 49,
    ]);
  });
}
