import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Usage } from '../../../agents/models/proxy/prices.ts';
import { sha256 } from '../../../platform/digest.ts';
import { fieldIssues } from '../../../platform/errors/describe-issues.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { Result, Run } from '../../../results/records/result.ts';
import type { AnswerRecord, Step, Trajectory } from '../../../results/score/trajectory.ts';
import { parseObject, type SavedLines, savedEpisode } from '../../../results/verify/read-saved.ts';

/** The episodes of a run in their order. Throws `UserError` for a saved line that cannot be read. */
export async function readEpisodes(folder: string, run: Run, saved: SavedLines): Promise<PlayedEpisode[]> {
  const events = await readEvents(path.join(folder, 'events', `${run.runId}.jsonl`));
  return run.episodes.map((result) => {
    const { steps } = savedEpisode({ run, saved }, result);
    if (steps && !steps.line)
      throw new UserError(`${path.join(folder, 'trajectories.jsonl')}:${steps.number}: ${steps.fault}`);
    const trajectory = steps?.line?.trajectory ?? null;
    const own = lastAttempt(events.get(placeOf(result)) ?? []);
    const start = own.find((event) => event.type === 'episode_start');
    return {
      result,
      trajectory,
      goal: start?.goal ?? null,
      opening: openingOf(own, trajectory),
      turns: turnsOf(own, trajectory?.steps ?? []),
    };
  });
}

function placeOf({ taskId, trial }: { taskId?: unknown; trial?: unknown }): string {
  return `${String(trial)} ${String(taskId)}`;
}

/** By episode; empty if the file is missing. */
async function readEvents(file: string): Promise<Map<string, ReadEvent[]>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const events = new Map<string, ReadEvent[]>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const fault = (why: string) => new UserError(`${file}:${index + 1}: ${why}`);
    const raw = parseObject(line);
    if ('why' in raw) throw fault(raw.why);
    const read = readEvent(raw.value);
    if ('why' in read) throw fault(read.why);
    if (!read.event) continue;
    const place = placeOf(raw.value);
    const own = events.get(place) ?? [];
    own.push(read.event);
    events.set(place, own);
  }
  return events;
}

/** An episode that was played again has the events of each attempt; its result belongs to the last attempt. */
function lastAttempt(events: readonly ReadEvent[]): readonly ReadEvent[] {
  return events.slice(
    Math.max(
      0,
      events.findLastIndex(({ type }) => type === 'episode_start'),
    ),
  );
}

const count = z.int().nonnegative();
const Tokens = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

const timed = { atMs: z.number().nonnegative() };

/** The events that an export uses, with the fields that it uses; other events only mark the time of the last one. */
const ReadEvent = z.discriminatedUnion('type', [
  z.object({ ...timed, type: z.literal('episode_start'), goal: z.string() }),
  z.object({ ...timed, type: z.literal('navigate'), tool: z.string(), url: z.string() }),
  z.object({
    ...timed,
    type: z.literal('model_turn'),
    text: z.string(),
    stopReason: z.string().nullable(),
    tokens: Tokens.nullable(),
    usd: z.number().nonnegative().nullable(),
  }),
  z.object({ ...timed, type: z.literal('tool_call'), seq: count }),
  z.object({ ...timed, type: z.literal('tool_result'), seq: count, preview: z.string() }),
  z.object({ ...timed, type: z.literal(['reset', 'page', 'contract_eval', 'stop']) }),
]);
export type ReadEvent = z.infer<typeof ReadEvent>;

const types: ReadonlySet<unknown> = new Set(ReadEvent.options.flatMap(({ shape }) => [...shape.type.values]));

/** Null for an event of another type. */
function readEvent(raw: Record<string, unknown>): { event: ReadEvent | null } | { why: string } {
  if (!types.has(raw.type)) return { event: null };
  const { data, error } = ReadEvent.safeParse(raw);
  if (data) return { event: data };
  const [issue] = fieldIssues(error);
  return { why: `${issue?.field}: ${issue?.message}` };
}

/**
 * Groups the steps of a trajectory by the decision behind them. The events say which answer of a model a call belongs to.
 * A step without events, because they were cut, is a turn of its own.
 */
export function turnsOf(events: readonly ReadEvent[], steps: readonly Step[]): Turn[] {
  const previews = previewsOf(events);
  const times = timesOf(events);
  const callAt = (seq: number): PlayedCall[] => {
    const step = steps[seq - 1];
    if (!step) return [];
    const answer = step.answer && answerOf(step.answer, previews.get(seq));
    return [{ id: `call-${seq}`, step, answer, times: times.get(seq) ?? null }];
  };
  const turns: Turn[] = [];
  const told = new Set<number>();
  for (const [index, event] of events.entries()) {
    if (event.type === 'model_turn') {
      const { text, stopReason, tokens, usd, atMs } = event;
      const startMs = Math.min(atMs, events[index - 1]?.atMs ?? 0);
      turns.push({ said: { text, stopReason, tokens, usd, times: { startMs, endMs: atMs } }, calls: [] });
    }
    if (event.type !== 'tool_call') continue;
    told.add(event.seq);
    const last = turns.at(-1);
    if (last?.said) last.calls.push(...callAt(event.seq));
    else turns.push({ said: null, calls: callAt(event.seq) });
  }
  const untold = steps.flatMap((_, index) => (told.has(index + 1) ? [] : [index + 1]));
  return [...turns, ...untold.map((seq) => ({ said: null, calls: callAt(seq) }))];
}

export function openingOf(
  events: readonly ReadEvent[],
  trajectory: Pick<Trajectory, 'opening'> | null,
): PlayedEpisode['opening'] {
  const navigate = events.find((event) => event.type === 'navigate');
  if (!navigate || !trajectory?.opening) return null;
  const { tool: _, ...record } = trajectory.opening;
  const { tool, url } = navigate;
  const answer = answerOf(record, previewsOf(events).get(0));
  return { tool, url, answer, times: timesOf(events).get(0) ?? null };
}

/** Start and end of each call, by its number; 0 is the call that opened the start URL. */
function timesOf(events: readonly ReadEvent[]): Map<number, Times> {
  const ends = new Map(
    events.flatMap((event) => (event.type === 'tool_result' ? [[event.seq, event.atMs]] : [])),
  );
  const lastMs = events.reduce((last, { atMs }) => Math.max(last, atMs), 0);
  return new Map(
    events.flatMap((event): [number, Times][] => {
      if (event.type !== 'tool_call' && event.type !== 'navigate') return [];
      const seq = event.type === 'navigate' ? 0 : event.seq;
      return [[seq, { startMs: event.atMs, endMs: Math.max(event.atMs, ends.get(seq) ?? lastMs) }]];
    }),
  );
}

function previewsOf(events: readonly ReadEvent[]): Map<number, string> {
  return new Map(
    events.flatMap((event) => (event.type === 'tool_result' ? [[event.seq, event.preview]] : [])),
  );
}

/** The digest of an answer covers its content as JSON, so it shows whether one text is the complete answer. */
function answerOf(record: AnswerRecord, preview = ''): SavedAnswer {
  const content = JSON.stringify([{ type: 'text', text: preview }]);
  return { record, text: preview, whole: record.kind === 'empty' || sha256(content) === record.sha256 };
}

/** An episode as a run saved it: result, trajectory, and data from its events. */
export type PlayedEpisode = {
  result: Result;
  /** Null if the episode was given up before it began. */
  trajectory: Omit<Trajectory, 'observations'> | null;
  /** Null if no events are saved. */
  goal: string | null;
  /** The call that opened the start URL. Null if the events do not contain it. */
  opening: { tool: string; url: string; answer: SavedAnswer; times: Times | null } | null;
  turns: Turn[];
};

/** The calls of one answer of a model, or a single call without a model. */
export type Turn = { said: ModelMessage | null; calls: PlayedCall[] };

/** Milliseconds since the episode began. */
export type Times = { startMs: number; endMs: number };

/** The time of the request is not recorded: `times` begin at the end of the previous record. */
export type ModelMessage = {
  text: string;
  stopReason: string | null;
  tokens: Usage | null;
  usd: number | null;
  times: Times;
};

/** `times`: null if unknown; a call without an answer ends at the last event of the episode. */
export type PlayedCall = { id: string; step: Step; answer: SavedAnswer | null; times: Times | null };

/** `text` is the beginning of the answer from the events; `whole`: whether it is the complete answer. */
export type SavedAnswer = { record: AnswerRecord; text: string; whole: boolean };
