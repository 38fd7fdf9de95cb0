import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { Redis } from 'ioredis';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { sha256 } from '../../platform/digest.ts';
import { Result } from '../../results/records/result.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck, withoutMistakes } from '../../task/read-tasks.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { isAlive, startedBy, within } from '../../testing/processes.ts';
import { playedOnce, startQueueProcess, storedRuns } from '../../testing/remotes/queue-processes.ts';
import { redisServer } from '../../testing/remotes/redis-server.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { Artifacts } from '../artifacts.ts';
import { quietOptions } from '../plan.ts';
import { givenUp } from './collect-episodes.ts';
import { enqueue } from './enqueue.ts';
import { openRedis, withoutPassword } from './open-redis.ts';
import { packFiles, unpackFiles } from './plan-store.ts';

const circumstances = {
  url: 'redis://127.0.0.1:1',
  folder: thisProject.root,
  env: {},
  signal: new AbortController().signal,
  commandLine: '',
  log: () => {},
};

async function scratch(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cbq-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a Redis that is not there is named, and its password is not', async () => {
  await expect(openRedis('redis://me:secret@127.0.0.1:1/0', () => {})).rejects.toThrow(
    /^--queue: redis:\/\/127\.0\.0\.1:1\/0 cannot be reached \(connect ECONNREFUSED/,
  );
  await expect(openRedis('amqp://127.0.0.1', () => {})).rejects.toThrow(
    '--queue: got "amqp://127.0.0.1"; expected redis://host:port or rediss://host:port',
  );
  expect(withoutPassword('enqueue --queue rediss://:secret@host:6379 --task a')).toBe(
    'enqueue --queue rediss://host:6379 --task a',
  );
});

if (isLong) {
  test('the command line says what is missing, and ends', async () => {
    const ended = await execa(process.execPath, ['harness/cli/main.ts', 'work'], {
      cwd: thisProject.root,
      reject: false,
      extendEnv: false,
      env: cleanEnv(),
    });
    expect([ended.exitCode, ended.stderr]).toEqual([
      2,
      '--queue: missing; expected redis://host:port here or in CONTRACT_BENCH_QUEUE',
    ]);
  });
}

test('what a worker could not or must not do is refused, all at once', async () => {
  const options = {
    ...quietOptions(thisProject),
    serverCommand: 'node server.js {port}',
    shard: { index: 1, count: 2 },
    record: true,
    recordModel: true,
    workers: 2,
  };
  const error: Error = await enqueue(options, circumstances).then(
    () => expect.fail('it was not refused'),
    (reason) => reason,
  );
  expect(error.message.split('\n').map((line) => line.split(' ')[1])).toEqual([
    '--server-command:',
    '--record-model:',
    '--workers:',
    '--shard:',
    '--record:',
  ]);
});

test('the files of an episode are carried whole, lines are appended, and none is written elsewhere', async () => {
  const [from, to] = [await scratch(), await scratch()];
  const line = Buffer.from('{"a":1}\n').toString('base64');
  const artifacts = new Artifacts(from, { alsoOneEventsFile: false, append: false });
  artifacts.pictures(new Map([[sha256('a picture'), Buffer.from('a picture')]]));
  artifacts.answers('a', 1, [{ seq: 1, tool: 'open', isError: false, content: [] }], redactorFor({}));
  unpackFiles(from, { 'facts.jsonl': line, 'events/run.jsonl': line, 'reports/a.json': line });
  for (let time = 0; time < 2; time++) unpackFiles(to, packFiles(from));
  expect(await readFile(path.join(to, 'events/run.jsonl'), 'utf8')).toBe('{"a":1}\n{"a":1}\n');
  expect(await readFile(path.join(to, 'reports/a.json'), 'utf8')).toBe('{"a":1}\n');
  expect(Object.keys(packFiles(to)).sort()).toEqual(Object.keys(packFiles(from)).sort());
  for (const name of ['../x.json', 'reports/../../x.json', '/etc/x', 'events/..', 'package.json'])
    expect(() => unpackFiles(to, { [name]: line }), name).toThrow(`a file "${name}"`);
});

test('a row of what was given up is a result', async () => {
  const [file] = withoutMistakes(await readSuites(path.join(thisProject.root, 'tasks'), noPatternCheck));
  if (!file) throw new Error('there is no task');
  const row = givenUp('run', { file, trial: 2 }, 'job stalled more than allowable limit');
  expect(Result.parse(row)).toMatchObject({
    taskId: file.task.id,
    trial: 2,
    status: 'tool_error',
    error: 'the queue stopped retrying the episode: job stalled more than allowable limit',
  });
});

if (isLong) {
  describe('through a Redis', () => {
    let project: ScratchProject;
    beforeAll(async () => {
      project = await scratchProject();
    });

    /** What was appended by earlier tests of this file is put aside, that of one which failed too. */
    beforeEach(() => rm(path.join(project.folder, 'results', `${project.sha}.json`), { force: true }));

    const start = (args: string[], env?: Record<string, string>) => startQueueProcess(project, args, env);
    const report = (out: string) => readFile(path.join(project.folder, out, 'report.json'), 'utf8');

    async function onlyRun() {
      const [run, ...others] = await storedRuns(project);
      expect(others).toEqual([]);
      if (!run) throw new Error('no run was appended');
      return run;
    }

    test('200 episodes, three workers: one killed and one more started, each episode has one result', async () => {
      const { url } = await redisServer();
      const work = () => start(['work', '--queue', url]);
      const enqueue = start([
        'enqueue',
        '--queue',
        url,
        '--suite',
        'webvoyager',
        '--trials',
        '20',
        '--out',
        'many',
      ]);
      const workers = [work(), work(), work()];
      await enqueue.until('passed  ', 60, 1_200_000);
      const redis = clientOf(url);
      const [victim] = workers;
      await victim?.until('played: ', 5);
      const before = await redis.lrange('bull:contract-bench:active', 0, -1);
      const played = victim?.said() ?? '';
      const started = startedBy(victim?.pid);
      await victim?.kill('SIGKILL');
      workers.push(work());
      // Of what was active then the others end theirs soon; what the dead one had must come back.
      const left = new Set(before);
      await within(60_000, async () => {
        for (const id of await redis.hkeys(await resultsKey(redis))) left.delete(id);
        return left.size === 0;
      });
      expect([...left]).toEqual([]);
      expect(played).toContain('passed');
      expect((await enqueue.ended).exitCode).toBe(0);
      const run = await onlyRun();
      expect(playedOnce(run)).toHaveLength(200);
      expect(run).toMatchObject({
        complete: true,
        totals: { passed: 200 },
        queue: { workers: 4, retries: 0 },
      });
      expect(run.queue?.duplicatePlays).toBeLessThanOrEqual(1);
      expect(await project.harness(['verify', 'many'])).toMatchObject({ exitCode: 0 });
      started.push(...workers.flatMap(({ pid }) => startedBy(pid)));
      await Promise.all(workers.slice(1).map((worker) => worker.kill('SIGINT')));
      expect(started.length).toBeGreaterThan(0);
      expect(await within(60_000, () => !started.some(isAlive))).toBe(true);
      expect((await redis.keys('contract-bench:*')).filter((key) => !key.includes(':rate:'))).toEqual([]);
    });

    test('the report of a queue is that of one process', async () => {
      const { url } = await redisServer();
      const workers = [1, 2].map(() => start(['work', '--queue', url, '--drain']));
      const enqueue = start(['enqueue', '--queue', url, '--no-save', '--out', 'queued']);
      const local = await project.harness(['--no-save', '--out', 'local']);
      expect(local.exitCode).toBe(0);
      expect((await enqueue.ended).exitCode).toBe(0);
      expect(await report('queued')).toBe(await report('local'));
      expect(await project.harness(['verify', 'queued'])).toMatchObject({ exitCode: 0 });
      for (const worker of workers) expect((await worker.ended).exitCode).toBe(0);
    });

    test('Redis gone until all have noticed: the run goes on', async () => {
      const redis = await redisServer();
      const workers = [1, 2].map(() => start(['work', '--queue', redis.url]));
      const enqueue = start(['enqueue', '--queue', redis.url, '--suite', 'webvoyager', '--trials', '2']);
      await enqueue.until('passed  ', 4);
      await redis.stop();
      for (const each of [enqueue, ...workers]) await each.until('cannot be reached', 1);
      await redis.start('kept');
      expect((await enqueue.ended).exitCode).toBe(0);
      for (const each of [enqueue, ...workers]) {
        expect(each.said()).toContain('cannot be reached');
        expect(each.said()).toContain('is available again');
      }
      expect(enqueue.said()).not.toContain('Redis has lost its data');
      const run = await onlyRun();
      expect(playedOnce(run)).toHaveLength(20);
      expect(run).toMatchObject({ complete: true, totals: { passed: 20 } });
      await Promise.all(workers.map((worker) => worker.kill('SIGINT')));
    });

    test('Redis that comes back empty: it is said, and what is missing is enqueued again', async () => {
      const redis = await redisServer();
      const worker = start(['work', '--queue', redis.url, '--workers', '2']);
      const enqueue = start(['enqueue', '--queue', redis.url, '--suite', 'webvoyager']);
      await enqueue.until('passed  ', 3);
      await redis.stop();
      await redis.start('lost');
      expect((await enqueue.ended).exitCode).toBe(0);
      expect(enqueue.said()).toMatch(
        /Redis has lost its data; the [2-7] missing episodes are enqueued again/,
      );
      const run = await onlyRun();
      expect(playedOnce(run)).toHaveLength(10);
      expect(run).toMatchObject({ complete: true, totals: { passed: 10 } });
      await worker.kill('SIGINT');
    });

    test('interrupted while Redis is gone, both end, and what was handed in is kept', async () => {
      const redis = await redisServer();
      const worker = start(['work', '--queue', redis.url]);
      const enqueue = start(['enqueue', '--queue', redis.url, '--suite', 'webvoyager', '--out', 'cut']);
      await enqueue.until('passed  ', 1);
      await redis.stop();
      await enqueue.until('cannot be reached', 1);
      await Promise.all([enqueue, worker].map((each) => each.kill('SIGINT')));
      expect((await enqueue.ended).exitCode).toBe(130);
      expect((await worker.ended).exitCode).toBe(0);
      expect(await onlyRun()).toMatchObject({ complete: false });
    });

    test('what the queue gives up is a row tool_error; it is tried three times', async () => {
      const { url } = await redisServer();
      const temporary = path.join(await folderOf(), 'tmp');
      await mkdir(temporary);
      const worker = start(['work', '--queue', url], { TMPDIR: temporary });
      const tasks = 'example-h1,local-form-submit,fixture-spa-route';
      const enqueue = start(['enqueue', '--queue', url, '--task', tasks, '--no-save', '--out', 'lost']);
      await worker.until('played: ', 1);
      // From now on there is nowhere to play. The episode that has begun may end or not.
      await rename(temporary, `${temporary}-gone`);
      expect((await enqueue.ended).exitCode).toBe(1);
      const { episodes } = JSON.parse(await report('lost'));
      expect(episodes).toHaveLength(3);
      expect(episodes).toContainEqual(expect.objectContaining({ status: 'tool_error', steps: 0 }));
      const row = JSON.parse(await readFile(path.join(project.folder, 'lost', 'timings.json'), 'utf8'));
      const { runId } = row.runs[0];
      expect(await readFile(path.join(project.folder, 'lost', `${runId}.json`), 'utf8')).toContain(
        'the queue stopped retrying the episode: ENOENT',
      );
      await worker.kill('SIGINT');
    });

    test('a worker that has nowhere to play says so and ends; the episode waits for another one', async () => {
      const { url } = await redisServer();
      const enqueue = start([
        'enqueue',
        '--queue',
        url,
        '--task',
        'example-h1',
        '--no-save',
        '--out',
        'waits',
      ]);
      const nowhere = { TMPDIR: path.join(project.folder, 'nowhere') };
      const ended = await start(['work', '--queue', url], nowhere).ended;
      expect(ended).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/^TMPDIR: .*nowhere is not a writable folder/m),
      });
      const worker = start(['work', '--queue', url]);
      expect((await enqueue.ended).exitCode).toBe(0);
      await worker.kill('SIGINT');
    });

    test('enqueue killed in the middle: --resume waits for what is missing alone', async () => {
      const { url } = await redisServer();
      const worker = start(['work', '--queue', url, '--workers', '2']);
      const args = ['enqueue', '--queue', url, '--suite', 'webvoyager', '--out', 'again'];
      const killed = start(args);
      await killed.until('passed  ', 3);
      await killed.kill('SIGKILL');
      const [cut] = await storedRuns(project);
      expect(cut).toMatchObject({ complete: false });
      const resumed = start([...args, '--resume', cut?.runId ?? '']);
      expect((await resumed.ended).exitCode).toBe(0);
      const run = await onlyRun();
      expect(run.runId).toBe(cut?.runId);
      expect(playedOnce(run)).toHaveLength(10);
      expect(run.episodes).toEqual(expect.arrayContaining(cut?.episodes ?? []));
      await worker.kill('SIGINT');
    });

    test('a worker with other tasks refuses, and leaves the episode to one that has the same', async () => {
      const { url } = await redisServer();
      const other = await scratchProject();
      const file = path.join(other.folder, 'tasks/fixtures/example-h1.md');
      await writeFile(file, (await readFile(file, 'utf8')).replace(/^goal: /m, 'goal: Please. '));
      const enqueue = start([
        'enqueue',
        '--queue',
        url,
        '--task',
        'example-h1',
        '--no-save',
        '--out',
        'same',
      ]);
      const refused = await startQueueProcess(other, ['work', '--queue', url]).ended;
      expect(refused).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(
          /^work: comparability key of fixtures: got [0-9a-f]{64}; expected [0-9a-f]{64}, as in the queue$/m,
        ),
      });
      const worker = start(['work', '--queue', url, '--drain']);
      expect((await enqueue.ended).exitCode).toBe(0);
      expect((await worker.ended).exitCode).toBe(0);
    });

    test('the command line says what is missing, and ends', async () => {
      const ended = await Promise.all([
        start(['enqueue', '--queue', 'redis://127.0.0.1:1']).ended,
        start(['work', '--rate', '60 a minute']).ended,
      ]);
      expect(ended.map(({ exitCode }) => exitCode)).toEqual([2, 2]);
      expect(ended.map(({ stderr }) => stderr)).toEqual([
        expect.stringContaining('cannot be reached'),
        expect.stringContaining('found "60 a minute"; allowed is a number and a period: 60/min'),
      ]);
    });
  });
}

function clientOf(url: string): Redis {
  const redis = new Redis(url);
  onTestFinished(() => redis.disconnect());
  return redis;
}

async function resultsKey(redis: Redis): Promise<string> {
  return (await redis.keys('contract-bench:*:results'))[0] ?? '';
}
