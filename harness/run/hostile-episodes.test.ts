import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Facts } from '../judge/facts.ts';
import { nothingCollected } from '../judge/facts.ts';
import { writeAtomically } from '../platform/files/write-file.ts';
import { exampleRun } from '../results/examples/example-run.ts';
import { readResultsFile } from '../results/records/read-history.ts';
import { Result, type Run } from '../results/records/result.ts';
import { Stop, type Trajectory } from '../results/score/trajectory.ts';
import { saveRun } from '../results/store/save-run.ts';
import { readSavedLines, readSavedRuns } from '../results/verify/read-saved.ts';
import { verifyEpisode } from '../results/verify/verify-episode.ts';
import { Task } from '../task/task.ts';
import { redactorFor } from '../task/transcripts/redact.ts';
import { folderOf } from '../testing/folder-of.ts';
import { sized } from '../testing/sized.ts';
import { Artifacts, artifactPaths } from './artifacts.ts';
import { EpisodeLog } from './episode/episode-event.ts';
import { scored } from './episode/play-episode.ts';

const task = Task.parse({
  ...{ id: 'hostile', title: 'Hostile', goal: 'Get there.', startUrl: 'https://a.test/' },
  ...{ maxSteps: 20, maxDurationMs: 60_000 },
  success: {
    kind: 'and',
    children: [
      { kind: 'url', pattern: '^https://a\\.test/' },
      { kind: 'answer', type: 'string', value: '34' },
    ],
  },
});

const word = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '34', 'https://a.test/', '…'),
  fc.constantFrom(
    '\ud83d',
    `${'x'.repeat(159)}🦊`,
    `${'🦊'.repeat(1000)}`,
    '\u0000\u001b[2J\u2028',
    '\n::error::x',
  ),
  fc.constantFrom('x'.repeat(70_000), 'sk-0123456789abcdefghij', 'Bearer abcdefghijkl', 'cookie: a=b; c=d'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const number = fc.constantFrom(
  ...[0, -0, 1, 7.5, -1, 1e11, 1e12, 1e21, 2 ** 53 - 1, 2 ** 53 + 2, 5e-324, 1e308, -1e308],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
);
const deep = fc.integer({ min: 1, max: 99 }).map((levels) => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { constructor: value };
  return value;
});
const value = fc.oneof(word, number, deep, fc.boolean(), fc.constant(null), fc.array(word, { maxLength: 3 }));
// As JSON has it: a field of any name is the object's own.
const args = fc
  .array(fc.tuple(word, value), { maxLength: 4 })
  .map((fields) => Object.fromEntries(fields) as Trajectory['steps'][number]['call']['args']); // what an agent may send
const count = fc.nat(1000);
const tokens = fc.record({ input: number, output: number, cacheRead: number, cacheWrite: number });

const answer = fc.record({
  ...{ kind: fc.constantFrom('text' as const, 'empty' as const), isError: fc.boolean() },
  ...{ bytes: count, sha256: fc.constant('0'.repeat(64)), durationMs: count, said: word },
});
const page = fc.record({ url: fc.option(word), fingerprint: fc.option(word), held: fc.boolean() });
const step = fc.record(
  {
    call: fc.record({ tool: word, args, storedArgs: args }, { requiredKeys: ['tool', 'args'] }),
    ...{ sent: fc.boolean(), recorded: fc.boolean(), answer: fc.option(answer), page: fc.option(page) },
    endedAtMs: fc.option(count),
    on: fc.record({ role: word, name: word, frame: fc.option(word), box: fc.constant(null) }),
    stalled: fc.boolean(),
  },
  { requiredKeys: ['call', 'sent', 'recorded', 'answer', 'page', 'endedAtMs'] },
);
const drift = fc.record({
  ...{ reason: fc.constant('tool_gone' as const), step: count, expected: word, actual: word },
});
const facts: fc.Arbitrary<Facts> = fc
  .record({ url: fc.option(word), unreadable: fc.option(word), text: fc.option(word) })
  .map(({ url, unreadable, text }) => ({ ...nothingCollected, url, unreadable, answer: { text } }));
const stop = fc.oneof(
  fc
    .constantFrom(...Stop.options.filter((each) => each !== 'drift'))
    .chain((each) => fc.record({ stop: fc.constant(each), error: word }, { requiredKeys: ['stop'] })),
  fc.record({ stop: fc.constant('drift' as const), drift }),
);

/** Every text and number that a page, a server, an agent or a model has a part in. */
const hostile: fc.Arbitrary<Trajectory> = fc.record(
  {
    ...{ opening: fc.option(answer), start: fc.option(page), steps: fc.array(step, { maxLength: 3 }), stop },
    observations: fc.option(
      fc.record(
        {
          first: facts,
          provenance: fc.option(fc.boolean()),
          second: fc.option(fc.oneof(fc.record({ unavailable: word }), facts)),
          withCookies: fc.record({ unavailable: word }),
        },
        { requiredKeys: ['first', 'provenance', 'second'] },
      ),
    ),
    driftAtEnd: fc.option(drift),
    ...{ requestMisses: count, missedRequest: word, webFault: word, unmatchedRequests: count },
    ...{ restless: fc.constant(true as const), connected: fc.constant(true as const) },
    ...{ durationMs: count, pausedMs: count },
    phases: fc.record({ start: count, reset: count, adapter: count, tool: count, judge: count, stop: count }),
    usage: fc.option(
      fc.record({
        ...{ tokens: fc.option(tokens), usd: fc.option(number), requests: count, retries: count },
        ...{ answered: fc.option(word), isLowerBound: fc.boolean(), overshootUsd: number },
      }),
    ),
    report: fc.record(
      {
        ...{ success: fc.option(fc.boolean()), answer: fc.option(word), stopReason: fc.option(word) },
        ...{ claimedTokens: tokens, ended: word },
      },
      { requiredKeys: ['success', 'answer', 'stopReason'] },
    ),
  },
  {
    requiredKeys: [
      ...(['opening', 'start', 'steps', 'stop', 'observations', 'driftAtEnd', 'requestMisses'] as const),
      ...(['durationMs', 'pausedMs', 'phases', 'usage'] as const),
    ],
  },
);

/** What no guest can cause: a fault of the harness itself. */
const broken: fc.Arbitrary<Trajectory> = hostile.chain((trajectory) =>
  fc.constantFrom<Trajectory>(
    { ...trajectory, durationMs: Number.NaN },
    { ...trajectory, pausedMs: -1 },
    { ...trajectory, requestMisses: 0.5 },
    { ...trajectory, phases: { ...trajectory.phases, tool: Number.POSITIVE_INFINITY } },
    { ...trajectory, driftAtEnd: 10n as unknown as null }, // no JSON has such a number
    { ...trajectory, steps: [{}] as unknown as Trajectory['steps'] },
  ),
);

const seeds = Array.from({ length: sized(200, 2000) }, (_, index) => index + 1);
/** One in ten is broken by the harness itself. */
const isBroken = (seed: number) => seed % 10 === 0;

test('whatever a page, a server, an agent or a model gives has a row, which is saved, read again and verified', async () => {
  const folder = await folderOf();
  const runId = '20260102T030405Z-hostile';
  const place = { runId, suite: 'custom' };
  const artifacts = new Artifacts(folder, { alsoOneEventsFile: false, append: false });
  const rows = seeds.map((seed) => {
    const redact = redactorFor({}, []);
    const plan = {
      task,
      trial: seed,
      shortestCalls: null,
      redact,
      artifacts: artifactPaths(runId, task.id, seed),
    };
    const [gathered] = fc.sample(isBroken(seed) ? broken : hostile, { seed, numRuns: 1 });
    if (!gathered) throw new Error('nothing was drawn');
    const log = new EpisodeLog({ redact, emit: (event) => artifacts.event(runId, task.id, seed, event) });
    for (const [seq, { call }] of gathered.steps.entries())
      if (call) log.emit({ type: 'tool_call', seq, ...call });
    const episode = { plan, ...scored(plan, gathered), capture: null };
    const result = artifacts.episode(place, episode);
    const at = `seed ${seed}`;
    expect(Result.safeParse(result).error, at).toBeUndefined();
    expect(JSON.stringify(result).length, at).toBeLessThan(20_000);
    expect(JSON.stringify(episode.trajectory).length, at).toBeLessThan(1_000_000);
    const isOurs = gathered.stop.stop === 'harness_error' || isBroken(seed);
    expect([at, result.status === 'harness_error']).toEqual([at, isOurs]);
    return result;
  });
  const episodes = rows.toSorted((a, b) => a.trial - b.trial);
  const run: Run = {
    ...exampleRun({ ...place, episodes, config: { trials: seeds.length } }),
    complete: false,
  };
  writeAtomically(path.join(folder, `${runId}.json`), `${JSON.stringify(run, null, 2)}\n`);
  const file = await saveRun(path.join(folder, 'results'), 'abcdef0', { date: null, parents: [] }, run);
  expect(readResultsFile(file).runs).toEqual([JSON.parse(JSON.stringify(run))]);
  const [saved] = await readSavedRuns(folder);
  expect(saved?.faults).toEqual([]);
  const lines = await readSavedLines(folder);
  for (const result of saved?.run?.episodes ?? []) {
    const of = { folder, runFile: 'run', run: saved?.run ?? run, saved: lines };
    const { findings } = await verifyEpisode(of, result, task);
    expect([`seed ${result.trial}`, ...findings]).toEqual([`seed ${result.trial}`]);
  }
});
