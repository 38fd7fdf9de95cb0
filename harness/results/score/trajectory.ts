import * as z from 'zod';
import { Facts } from '../../judge/facts.ts';
import { ActedOn } from '../../judge/page-state.ts';
import { transcriptOf } from '../../task/transcripts/parse-transcript.ts';
import { Reference } from '../../task/transcripts/session-values.ts';
import { Drift, type Transcript, type TranscriptHeader } from '../../task/transcripts/transcript.ts';

const count = z.int().nonnegative();
const ms = z.number().nonnegative();
const Args = z.record(z.string(), z.json());

/** What a tool answered, without its content; `bytes` is what a model would be handed. */
export const AnswerRecord = z.strictObject({
  kind: z.enum(['text', 'image', 'mixed', 'empty']),
  isError: z.boolean(),
  bytes: count,
  sha256: z.string(),
  durationMs: ms,
  /** Of an error: how its text begins. */
  said: z.string().optional(),
});
export type AnswerRecord = z.infer<typeof AnswerRecord>;

/** The judged page after a call. `held`: the contract held then, by the judge of that day. */
export const PageState = z.strictObject({
  url: z.string().nullable(),
  fingerprint: z.string().nullable(),
  held: z.boolean(),
});
export type PageState = z.infer<typeof PageState>;

/** A tool call as it was sent; what is random per session is stored by reference. */
export const ToolCall = z.strictObject({
  tool: z.string(),
  args: Args,
  /** As a transcript stores them, where that differs. */
  storedArgs: Args.optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** One call of the agent, its answer, and the page then. */
export const Step = z.strictObject({
  call: ToolCall,
  /** False where it was answered in the server's place: no such call could or might be sent. */
  sent: z.boolean(),
  /** Whether a transcript holds it: one that the server could only refuse is nothing to replay. */
  recorded: z.boolean(),
  /** Null where none came: the time was up, or server or browser were gone. */
  answer: AnswerRecord.nullable(),
  /** Null where nobody could look any more. */
  page: PageState.nullable(),
  /** Milliseconds since the start of the episode; null without a page. */
  endedAtMs: ms.nullable(),
  /** What the browser's last trusted input during the call went to; absent where none came to an element. */
  on: ActedOn.optional(),
  /** What the server's own tool said of the progress, on servers that have one. */
  stalled: z.boolean().optional(),
});
export type Step = z.infer<typeof Step>;

/** What another tab saw of the final URL, or why it saw nothing. */
const Again = z.union([z.strictObject({ unavailable: z.string() }), Facts]);

/** What the verdict is judged from: bounded facts of the end of an episode. */
export const Observations = z.strictObject({
  /** 2: a task that says `live` is observed twice too. Absent in what was saved before that was so. */
  version: z.literal(2).optional(),
  first: Facts,
  /** Whether the document on the screen was received from the final URL; null where it was not asked. */
  provenance: z.boolean().nullable(),
  /** What a fresh browser saw, of a `live` task a new tab of the same profile; null where it was not asked. */
  second: Again.nullable(),
  /** What a new tab saw that has the cookies of the episode, where the fresh browser did not see the outcome. */
  withCookies: Again.optional(),
  /** Digests of all text on the page, where provenance is to be shown by it; null where it could not be read. */
  texts: z
    .strictObject({
      first: z.string().nullable(),
      second: z.string().nullable(),
      withCookies: z.string().nullable(),
    })
    .optional(),
});
export type Observations = z.infer<typeof Observations>;

export const Stop = z.enum([
  'held',
  'done',
  'max_steps',
  'start_page_failed',
  'timeout',
  'budget_exceeded',
  // Server or browser broke down: before the agent's first call, or a server in a replay; and after an agent's call.
  'tool_error',
  'lost',
  'adapter_error',
  'model_error',
  'model_refused',
  'context_full',
  // The harness could not keep what came of it.
  'harness_error',
  'drift',
]);
export type Stop = z.infer<typeof Stop>;

/** Why an episode stopped, and what went wrong where something did. */
export const StopCause = z.strictObject({
  stop: Stop,
  error: z.string().optional(),
  /** Drift that ends an episode wherever it was found. */
  drift: Drift.optional(),
});
export type StopCause = z.infer<typeof StopCause>;

const Phases = z.strictObject({ start: ms, reset: ms, adapter: ms, tool: ms, judge: ms, stop: ms });

const Tokens = z.strictObject({ input: count, output: count, cacheRead: count, cacheWrite: count });

/** Tokens and money are null where they are not known, never 0. */
const ModelUsage = z.strictObject({
  tokens: Tokens.nullable(),
  usd: z.number().nonnegative().nullable(),
  requests: count,
  retries: count,
  /** The model that answered, as its API says it. */
  answered: z.string().nullable(),
  /** Requests were cut off whose cost nobody said. */
  isLowerBound: z.boolean(),
  overshootUsd: z.number().nonnegative(),
  /** Why `usd` is null though requests were answered. */
  unpriced: z.string().optional(),
  /** Tools that run with the vendor, past the browser: asked for and refused. */
  serverTools: count.optional(),
});

/** All that an episode gathered; everything that is said of it follows from this and the task. */
export const Trajectory = z.strictObject({
  /** Of the call that opened the start URL; null without one. */
  opening: AnswerRecord.extend({ tool: z.string().optional() }).nullable(),
  /** The page before the first step; null where there was none to look at. */
  start: PageState.nullable(),
  steps: z.array(Step),
  /** Null where there was nothing left to observe. */
  observations: Observations.nullable(),
  stop: StopCause,
  /** Drift that counts only where the contract held. */
  driftAtEnd: Drift.nullable(),
  requestMisses: count,
  /** The first of those misses. */
  missedRequest: z.string().optional(),
  /** How the first stand-in that broke down did. */
  webFault: z.string().optional(),
  /** Requests that came to the sealed web past the browser. */
  unmatchedRequests: count.optional(),
  /** Looks of an agent that drives the browser itself; absent where none could be counted. */
  looks: count.optional(),
  /** Why the guest port first ended a connection. */
  endedGuest: z.string().optional(),
  /** Requests that came after the hosts' state was read. */
  lateRequests: count.optional(),
  /** The page still asked when the hosts' state was read. */
  restless: z.literal(true).optional(),
  /** An agent that drives the browser itself connected to it: it has acted, whatever the steps show. */
  connected: z.literal(true).optional(),
  /** Without the pauses, in which others made the agent wait. */
  durationMs: ms,
  pausedMs: ms,
  phases: Phases,
  /** What a model has used; null where no model decided. */
  usage: ModelUsage.nullable(),
  /** What an agent said at its end; absent where none could. */
  report: z
    .strictObject({
      success: z.boolean().nullable(),
      answer: z.string().nullable(),
      /** Where the server's answers told it. */
      storedAnswer: Reference.optional(),
      stopReason: z.string().nullable(),
      /** What a foreign agent says that it used; absent where none did. */
      claimedTokens: Tokens.optional(),
      /** How the process of a foreign agent ended, where that was not well. */
      ended: z.string().optional(),
    })
    .optional(),
});
export type Trajectory = z.infer<typeof Trajectory>;

/** Whether the agent did anything: before that a breakdown is not its doing. */
export function hasActed({
  steps,
  connected,
}: {
  steps: readonly Pick<Step, 'sent'>[];
  connected?: boolean | undefined;
}): boolean {
  return connected === true || steps.some(({ sent }) => sent);
}

/** Of an attempt that never began. */
export function emptyTrajectory(stop: StopCause): Trajectory {
  return {
    opening: null,
    start: null,
    steps: [],
    observations: null,
    stop,
    driftAtEnd: null,
    requestMisses: 0,
    durationMs: 0,
    pausedMs: 0,
    phases: { start: 0, reset: 0, adapter: 0, tool: 0, judge: 0, stop: 0 },
    usage: null,
  };
}

/** The calls of a trajectory that a replay can be about. */
export function transcriptOfTrajectory(
  header: Omit<TranscriptHeader, 'kind' | 'schema'>,
  { steps, stop, observations, report }: Trajectory,
): Transcript {
  const calls = steps.flatMap(({ call, recorded, answer }) =>
    recorded && answer
      ? [
          {
            tool: call.tool,
            args: call.storedArgs ?? call.args,
            responseKind: answer.kind,
            responseBytes: answer.bytes,
            responseIsError: answer.isError,
          },
        ]
      : [],
  );
  // Whatever else an agent says at its end is no part of what is replayed.
  const answer = observations?.first.answer ? (report?.storedAnswer ?? report?.answer) : null;
  return transcriptOf(header, calls, {
    reason: stop.stop,
    finalUrl: observations?.first.url ?? '',
    ...(answer ? { answer } : {}),
  });
}
