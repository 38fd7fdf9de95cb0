import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { sha256 } from '../../platform/digest.ts';
import { Result } from '../../results/records/result.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck, withoutMistakes } from '../../task/read-tasks.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { Artifacts } from '../artifacts.ts';
import { quietOptions } from '../plan.ts';
import { packFiles, unpackFiles } from './carried-files.ts';
import { enqueue } from './enqueue.ts';
import { givenUp } from './given-up.ts';
import { openRedis, withoutPassword } from './open-redis.ts';

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
    '--queue: found "amqp://127.0.0.1"; allowed is redis://host:port or rediss://host:port',
  );
  expect(withoutPassword('enqueue --queue rediss://:secret@host:6379 --task a')).toBe(
    'enqueue --queue rediss://host:6379 --task a',
  );
});

test('the command line says what is missing, and ends', async () => {
  const ended = await execa(process.execPath, ['harness/cli/main.ts', 'work'], {
    cwd: thisProject.root,
    reject: false,
    extendEnv: false,
    env: cleanEnv(),
  });
  expect([ended.exitCode, ended.stderr]).toEqual([
    2,
    '--queue: it is missing; give redis://host:port, or CONTRACT_BENCH_QUEUE',
  ]);
});

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
    '--shard:',
    '--record:',
    '--record-model:',
    '--workers:',
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
    error: 'the queue gave it up: job stalled more than allowable limit',
  });
});
