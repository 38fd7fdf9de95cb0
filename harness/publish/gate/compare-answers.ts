import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { count } from '../../platform/words/format.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { parseTranscript } from '../../task/transcripts/parse-transcript.ts';
import type { Transcript } from '../../task/transcripts/transcript.ts';
import { findTranscript, transcriptsSha256 } from '../../task/transcripts/transcript-files.ts';
import type { GateFailure, SuiteJudgement } from './judge-gate.ts';

/** A server's answers in the replays of a suite, compared with its answers at recording time. */
export type SuiteAnswers = {
  suite: string;
  /** Number of compared episodes. */
  episodes: number;
  /** Bytes in the calls of passed episodes, without the call that opens the start page. */
  bytes: number;
  recordedBytes: number;
  /** Null if no episode passed, or if a row has no byte count. */
  ratio: number | null;
  /** Number of passed episodes whose bytes were not compared. */
  uncompared: number;
  /** Answers of passed episodes of the recorded kind, by kind. */
  kinds: Readonly<Record<string, number>>;
  /** Tasks with an answer of another kind than recorded. */
  otherKinds: readonly string[];
  errors: number;
  /** Null if no recording says which of its answers were errors. */
  recordedErrors: number | null;
  /** Number of recordings that do not say which of their answers were errors. */
  silent: number;
  /** Number of recordings that are hand-written lists of calls: they do not contain what the server shows of a page. */
  byHand: number;
  failures: GateFailure[];
  notes: string[];
};

export type Recordings = {
  /** Folders of recordings; earlier folders take precedence. */
  folders: readonly string[];
  /** The folder name of the server. */
  server: string;
  /** Paths are shown relative to it. */
  root: string;
};

type Compared = { result: Result; recording: Transcript; file: string };

/** Compares the replays of a suite with their recordings. `base`: the same run's results at the base, if known. */
export async function compareAnswers(
  { suite, judged, excused }: Pick<SuiteJudgement, 'suite' | 'judged' | 'excused'>,
  recordings: Recordings,
  base: Run | null,
): Promise<SuiteAnswers | null> {
  const notes: string[] = [];
  const compared: Compared[] = [];
  for (const { run } of judged) {
    const read = await recordingsOf(run, recordings);
    if (read === 'others')
      notes.push(`${suite}: run ${run.runId} replayed other recordings, so its answers are not compared`);
    else
      for (const result of run.episodes) {
        const found = read.get(result.taskId);
        if (found) compared.push({ result, ...found });
      }
  }
  if (compared.length === 0 && notes.length === 0) return null;
  const passed = compared.filter(({ result }) => result.success);
  const measured = passed.filter(({ result }) => result.answers !== undefined);
  const bytes = sum(measured, ({ result }) => result.responseBytes - (result.answers?.openingBytes ?? 0));
  const recordedBytes = sum(measured, ({ recording }) => bytesOf(recording));
  const allPassed = judged.flatMap(({ run }) => run.episodes).filter(({ success }) => success);
  const unique = [...new Map(compared.map((each) => [each.file, each.recording])).values()];
  const silent = unique.filter((recording) => errorsOf(recording) === null).length;
  const known = compared.flatMap(({ recording }) => errorsOf(recording) ?? []);
  return {
    suite,
    episodes: compared.length,
    bytes,
    recordedBytes,
    ratio: recordedBytes > 0 ? bytes / recordedBytes : null,
    uncompared: allPassed.length - measured.length,
    kinds: kindsOf(passed),
    otherKinds: unequal(compared),
    errors: sum(compared, ({ result }) => result.serverErrors),
    recordedErrors: silent === unique.length ? null : sum(known, (each) => each),
    silent,
    byHand: unique.filter(({ header }) => header.adapter === 'script').length,
    failures: compared
      .filter(({ result }) => !excused.some(({ id }) => id === result.taskId))
      .flatMap((each) => newErrors(suite, each, base, recordings.root)),
    notes,
  };
}

/** By task; `others` if the run replayed recordings that are not here. */
async function recordingsOf(
  run: Run,
  { folders, server }: Recordings,
): Promise<Map<string, { recording: Transcript; file: string }> | 'others'> {
  const { transcriptsSha256: replayed } = run.config;
  const found = new Map<string, { recording: Transcript; file: string }>();
  if (replayed === null) return found;
  const ids = [...new Set(run.episodes.map(({ taskId }) => taskId))];
  if ((await transcriptsSha256(folders, server, ids)) !== replayed) return 'others';
  for (const id of ids) {
    const file = await findTranscript(folders, server, id);
    const parsed = file === null ? null : parseTranscript(await readFile(file, 'utf8'));
    if (file !== null && parsed && 'transcript' in parsed)
      found.set(id, { recording: parsed.transcript, file });
  }
  return found;
}

/** Errors in calls that have none in the recording, or more errors than at the base. */
function newErrors(
  suite: string,
  { result, recording, file }: Compared,
  base: Run | null,
  root: string,
): GateFailure[] {
  const { taskId, trial, serverErrors } = result;
  const recorded = errorsOf(recording);
  const say = (what: string) => ({
    file: path.relative(root, file),
    task: taskId,
    title: `${taskId}: new errors of the server`,
    what: `${suite}: ${what}`,
  });
  const { calls } = recording;
  const fresh = (result.answers?.errorSteps ?? []).filter(
    (seq) => calls[seq - 1]?.response_is_error === false,
  );
  if (fresh.length > 0) {
    const named = fresh.map((seq) => `${seq} (${calls[seq - 1]?.tool})`);
    return [
      say(
        `the server answered with an error in ${fresh.length === 1 ? 'call' : 'calls'} ${named.join(', ')}; the recording has none there`,
      ),
    ];
  }
  if (result.answers === undefined && recorded !== null && serverErrors > recorded)
    return [say(`${count(serverErrors, 'server error')}; the recording has ${recorded}`)];
  const then = base?.episodes.find((each) => each.taskId === taskId && each.trial === trial);
  if (then && serverErrors > then.serverErrors)
    return [
      say(`${count(serverErrors, 'server error')}; run ${base?.runId} of the base has ${then.serverErrors}`),
    ];
  return [];
}

/** Null if the recording does not contain it. */
function errorsOf({ calls }: Transcript): number | null {
  if (calls.some((call) => call.response_is_error === undefined)) return null;
  return calls.filter((call) => call.response_is_error).length;
}

function bytesOf({ calls }: Transcript): number {
  return sum(calls, (call) => call.response_bytes);
}

function kindsOf(passed: readonly Compared[]): Record<string, number> {
  const kinds = passed.flatMap(({ recording }) => recording.calls.map((call) => call.response_kind));
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));
}

function unequal(compared: readonly Compared[]): string[] {
  const other = compared.filter(({ result }) => result.drift?.reason === 'response_kind_changed');
  return [...new Set(other.map(({ result }) => result.taskId))];
}

function sum<Each>(all: readonly Each[], of: (each: Each) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}

/** A ratio in words. */
export function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : Math.round(ratio).toLocaleString('en')} times`;
}

/** The suites' answers compared with the recorded ones, one line each, and the limits of the comparison. */
export function answerLines(answers: readonly SuiteAnswers[]): string[] {
  return answers
    .filter(({ episodes }) => episodes > 0)
    .map(({ suite, bytes, recordedBytes, ratio, kinds, otherKinds, errors, recordedErrors }) => {
      const size =
        ratio === null ? 'bytes unknown' : `${bytes} bytes, recorded ${recordedBytes} (${times(ratio)})`;
      const shown = Object.entries(kinds).map(([kind, all]) => `${all} ${kind}`);
      const other = otherKinds.length === 0 ? '' : `, of another kind in ${otherKinds.join(', ')}`;
      return `${suite}: answers: ${size}; as recorded ${shown.join(', ') || 'none'}${other}; server errors ${errors}, recorded ${recordedErrors ?? 'unknown'}`;
    });
}

export function answerNotes(answers: readonly SuiteAnswers[]): string[] {
  const some = answers.filter(({ episodes }) => episodes > 0);
  if (some.length === 0) return answers.flatMap(({ notes }) => notes);
  return [
    ...answers.flatMap(({ notes }) => notes),
    'answers are compared with the recordings by kind, bytes and errors, not by the content of texts',
    ...some.flatMap(({ suite, byHand, silent }) => [
      ...(byHand > 0
        ? [
            `${suite}: ${count(byHand, 'recording')} with a list of calls that need not read the page, so the comparison does not cover what the server shows of it`,
          ]
        : []),
      ...(silent > 0
        ? [`${suite}: ${count(silent, 'recording')} without data on errors; a new recording has it`]
        : []),
    ]),
  ];
}
