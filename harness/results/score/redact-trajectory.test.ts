import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { type Facts, nothingCollected } from '../../judge/facts.ts';
import { publicTexts } from '../../task/given.ts';
import { Task } from '../../task/task.ts';
import { changeFree, hasWord, redactorFor } from '../../task/transcripts/redact.ts';
import { sized } from '../../testing/sized.ts';
import { exampleRun } from '../examples/example-run.ts';
import { Result } from '../records/result.ts';
import { resultText, trajectoryText, verdictText } from './free-text.ts';
import { redactTrajectory } from './redact-trajectory.ts';
import { type Score, scoreEpisode } from './score-episode.ts';
import { emptyTrajectory, type Stop, Trajectory } from './trajectory.ts';

const match = (pattern: string, input: string) => ({ matched: new RegExp(pattern).test(input) });
const taskOf = (success: Contract) =>
  Task.parse({
    id: 'task-07-sign-in',
    title: 'Sign in',
    goal: 'Sign in to the depot.',
    startUrl: 'https://depot.fixture.test/',
    maxSteps: 9,
    maxDurationMs: 9000,
    success,
  });
const signIn = taskOf({
  kind: 'and',
  children: [
    { kind: 'url', pattern: '^https://depot\\.fixture\\.test/in' },
    { kind: 'dom_text', selector: 'h1', contains: 'Welcome' },
    { kind: 'no_dialog' },
  ],
});

/** What an agent that typed it leaves where a page, a server or it can write. */
function trajectoryWith(said: string, stop: Stop, isIn: boolean): Trajectory {
  const page = { url: `https://depot.fixture.test/in#${said}`, fingerprint: 'abcd', held: isIn };
  const answer = { kind: 'text', isError: true, bytes: 9, sha256: 'ef01', durationMs: 1, said } as const;
  const facts: Facts = {
    ...nothingCollected,
    url: `https://depot.fixture.test/in?w=${said}`,
    texts: { h1: { found: true, length: 90, pieces: [isIn ? 'Welcome' : 'Sign in', said] } },
    dialog: isIn ? null : { type: 'alert', message: said },
  };
  return {
    ...emptyTrajectory({ stop, error: `it said ${said}` }),
    opening: { ...answer, tool: 'open' },
    start: page,
    steps: [
      {
        call: { tool: 'type', args: { text: said, deep: [{ said }] }, storedArgs: { text: said } },
        sent: true,
        recorded: true,
        answer,
        page,
        endedAtMs: 5,
        on: { role: 'textbox', name: said, frame: said, box: null },
      },
    ],
    observations: { first: facts, provenance: true, second: isIn ? facts : null },
    driftAtEnd: null,
    missedRequest: `https://other.test/?${said}`,
    webFault: said,
  };
}

const artifacts = { events: 'events/run.jsonl', report: 'reports/task-07-sign-in.json' };
const score = (task: Task, trajectory: Trajectory) =>
  scoreEpisode({ task, trial: 1, shortestCalls: null, artifacts }, trajectory, {
    match,
    redact: redactorFor({}).keys,
  });

function freeTexts(value: unknown, where: Parameters<typeof changeFree>[1]): string {
  const texts: unknown[] = [];
  changeFree(value, where, (free) => {
    texts.push(free);
    return free;
  });
  // A mark has words of its own.
  return texts
    .flatMap(stringsIn)
    .join('\n')
    .replaceAll(/\[redacted:\w+\]/g, '');
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

/** A record without its free text, and without the digests of what holds some. */
function meaningOf({ trajectorySha256: _, factsSha256: __, ...result }: Result): string {
  return JSON.stringify(changeFree(result, resultText, () => 'free'));
}

const wordsOfRecords = JSON.stringify([
  exampleRun({ episodes: [score(signIn, trajectoryWith('x', 'done', true)).result] }),
  trajectoryWith('x', 'tool_error', false),
]).match(/[\w.:/-]{4,}/g);

/** Whatever is learned, a run stays valid, its meaning untouched, and no free text has it. */
function checkLearnedStrings(numRuns: number): void {
  const learned = fc.oneof(
    fc.constantFrom('pass', 'failed', 'https', 'true', 'null', 'redacted', ...(wordsOfRecords ?? [])),
    fc.string({ minLength: 4, maxLength: 24 }),
    fc.string({ minLength: 4, maxLength: 12, unit: 'binary' }),
  );
  const stop = fc.constantFrom<Stop>('done', 'max_steps', 'tool_error', 'timeout');
  fc.assert(
    fc.property(learned, stop, fc.boolean(), (password, stop, isIn) => {
      const known = publicTexts(signIn);
      const redact = redactorFor({}, known);
      redact.learn(password);
      const raw = trajectoryWith(`word ${password} word`, stop, isIn);
      const trajectory = redactTrajectory(signIn, raw, { redact, match });
      const { result, verdict } = score(signIn, trajectory);
      const ours = score(signIn, trajectoryWith('', stop, isIn));
      expect(Trajectory.safeParse(trajectory).error).toBeUndefined();
      expect(JSON.stringify(Result.parse(result))).toBe(JSON.stringify(result));
      expect(meaningOf(result)).toBe(meaningOf(ours.result));
      if (known.some((text) => hasWord(text, password))) return;
      expect(hasWord(freeTexts(trajectory, trajectoryText), password)).toBe(false);
      // Words of our own, such as `characters`, tell nothing of what was typed.
      const said = (score: Score) =>
        `${freeTexts(score.result, resultText)}\n${freeTexts(score.verdict, verdictText)}`;
      if (!hasWord(said(ours), password)) expect(hasWord(said({ result, verdict }), password)).toBe(false);
    }),
    { numRuns },
  );
}

const count = sized(200, 10_000);

test(`whatever of ${count} strings is learned, a run stays valid, its meaning untouched, and no free text has it`, () => {
  checkLearnedStrings(count);
});

test.each<[string, Contract, string]>([
  ['a pattern asks for digits', { kind: 'url', pattern: 'w=\\w+ \\d{4} ' }, '1234'],
  ['a pattern asks for letters', { kind: 'url', pattern: 'w=\\w+ [a-z]+ ' }, 'word'],
  ['a pattern asks for what no shape keeps', { kind: 'url', pattern: 'w=word (abcd|efgh) ' }, 'efgh'],
  ['it must not be there', { kind: 'not', child: { kind: 'url', pattern: 'w=word e[f]gh ' } }, 'efgh'],
  ['no address has a scheme without it', { kind: 'url', pattern: '^[a-z]+://depot' }, 'https'],
])('the verdict stays what it is where %s', (_, success, password) => {
  const task = taskOf({ kind: 'and', children: [success, { kind: 'no_dialog' }] });
  const redact = redactorFor({});
  redact.learn(password);
  const raw = trajectoryWith(`word ${password} word`, 'done', true);
  const { result } = score(task, redactTrajectory(task, raw, { redact, match }));
  expect(meaningOf(result)).toBe(meaningOf(score(task, raw).result));
});
