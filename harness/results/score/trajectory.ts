import * as z from 'zod';
import { Facts } from '../../judge/facts.ts';
import { ActedOn } from '../../judge/page-state.ts';
import { transcriptOf } from '../../task/transcripts/parse-transcript.ts';
import { Reference } from '../../task/transcripts/session-values.ts';
import { Drift, type Transcript, type TranscriptHeader } from '../../task/transcripts/transcript.ts';
import { agentEndKinds } from '../records/agent-ends.ts';

const count = z.int().nonnegative();
const ms = z.number().nonnegative();
const Args = z.record(z.string(), z.json());

/** An answer of a tool, without its content; `bytes` is the size that a model would receive. */
export const AnswerRecord = z.strictObject({
  kind: z.enum(['text', 'image', 'mixed', 'empty']),
  isError: z.boolean(),
  bytes: count,
  sha256: z.string(),
  durationMs: ms,
  /** The beginning of the text of an error. */
  said: z.string().optional(),
});
export type AnswerRecord = z.infer<typeof AnswerRecord>;

/** The judged page after a call. `held`: the contract held then, by the judge's version of that time. */
export const PageState = z.strictObject({
  url: z.string().nullable(),
  fingerprint: z.string().nullable(),
  held: z.boolean(),
});
export type PageState = z.infer<typeof PageState>;

/** A tool call as it was sent. Values that are random per session are stored as references. */
export const ToolCall = z.strictObject({
  tool: z.string(),
  args: Args,
  /** The arguments as a transcript stores them, if they differ. */
  storedArgs: Args.optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** One call of the agent, its answer, and the page after it. */
export const Step = z.strictObject({
  call: ToolCall,
  /** False if the harness answered in place of the server, because the call could not or must not be sent. */
  sent: z.boolean(),
  /** Whether a transcript contains it. A call that the server could only reject is not replayed. */
  recorded: z.boolean(),
  /** Null if none came: the time was up, or server or browser had exited. */
  answer: AnswerRecord.nullable(),
  /** Null if the page could not be observed any more. */
  page: PageState.nullable(),
  /** Milliseconds since the start of the episode; null without a page. */
  endedAtMs: ms.nullable(),
  /** The element that received the browser's last trusted input during the call; absent if none did. */
  on: ActedOn.optional(),
  /** The stall report of the server's own progress tool, if the server has one. */
  stalled: z.boolean().optional(),
});
export type Step = z.infer<typeof Step>;

/** The facts of the final URL in another tab, or why there are none. */
const Again = z.union([z.strictObject({ unavailable: z.string() }), Facts]);

/** The basis of the verdict: bounded facts of the end of an episode. */
export const Observations = z.strictObject({
  /** 2: a `live` task is observed twice too. Absent in older trajectories. */
  version: z.literal(2).optional(),
  first: Facts,
  /** Whether the shown document was received from the final URL; null if not checked. */
  provenance: z.boolean().nullable(),
  /** The facts in a fresh browser, or for a `live` task in a new tab of the same profile; null if not needed. */
  second: Again.nullable(),
  /** The facts in a new tab with the cookies of the episode, if the fresh browser did not show the outcome. */
  withCookies: Again.optional(),
  /** Digests of all text on the page, if provenance depends on them; null if the text could not be read. */
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
  // An effect of a script that ran after the last allowed act.
  'over_steps',
  'start_page_failed',
  'timeout',
  'budget_exceeded',
  // `tool_error`: server or browser failed before the agent's first call, or a server failed in a replay.
  // `lost`: after an agent's call.
  'tool_error',
  'lost',
  'adapter_error',
  'model_error',
  'model_refused',
  'context_full',
  // The harness could not store the result.
  'harness_error',
  'drift',
]);
export type Stop = z.infer<typeof Stop>;

/** Why an episode stopped, with the fault if there was one. */
export const StopCause = z.strictObject({
  stop: Stop,
  error: z.string().optional(),
  /** Drift that ends an episode wherever it occurs. */
  drift: Drift.optional(),
});
export type StopCause = z.infer<typeof StopCause>;

const Phases = z.strictObject({ start: ms, reset: ms, adapter: ms, tool: ms, judge: ms, stop: ms });

const Tokens = z.strictObject({ input: count, output: count, cacheRead: count, cacheWrite: count });

/** Tokens and cost are null if unknown, never 0. */
const ModelUsage = z.strictObject({
  tokens: Tokens.nullable(),
  usd: z.number().nonnegative().nullable(),
  requests: count,
  retries: count,
  /** Time in which the model computed; absent in older trajectories. */
  computedMs: ms.optional(),
  /** The model that answered, as its API reports it. */
  answered: z.string().nullable(),
  /** Requests with unknown cost were cut off. */
  isLowerBound: z.boolean(),
  overshootUsd: z.number().nonnegative(),
  /** Why `usd` is null although requests were answered. */
  unpriced: z.string().optional(),
  /** Requested and rejected tools that run on the vendor's side, outside the browser. */
  serverTools: count.optional(),
});

/** The complete data of an episode. Everything reported about the episode is computed from it and the task. */
export const Trajectory = z.strictObject({
  /** The answer to the call that opened the start URL; null without such a call. */
  opening: AnswerRecord.extend({ tool: z.string().optional() }).nullable(),
  /** The page before the first step; null if there was no page. */
  start: PageState.nullable(),
  steps: z.array(Step),
  /** Null if there was nothing left to observe. */
  observations: Observations.nullable(),
  stop: StopCause,
  /** Drift that counts only if the contract held. */
  driftAtEnd: Drift.nullable(),
  requestMisses: count,
  /** The first of those misses. */
  missedRequest: z.string().optional(),
  /** The fault of the first fixture site that failed. */
  webFault: z.string().optional(),
  /** Requests that reached the hermetic web without coming from the browser. */
  unmatchedRequests: count.optional(),
  /** Observations by an agent that drives the browser itself; absent if they could not be counted. */
  looks: count.optional(),
  /** Why the guest port closed its first connection. */
  endedGuest: z.string().optional(),
  /** Requests that arrived after the hosts' state was read. */
  lateRequests: count.optional(),
  /** The page was still sending requests when the hosts' state was read. */
  restless: z.literal(true).optional(),
  /** An agent that drives the browser itself connected to the browser, so it counts as having acted. */
  connected: z.literal(true).optional(),
  /** Without the pauses, in which the agent had to wait for others. */
  durationMs: ms,
  pausedMs: ms,
  phases: Phases,
  /** The usage of a model; null if no model decided the calls. */
  usage: ModelUsage.nullable(),
  /** The agent's final report; absent if there could be none. */
  report: z
    .strictObject({
      success: z.boolean().nullable(),
      answer: z.string().nullable(),
      /** A reference to the server's answer that contained it. */
      storedAnswer: Reference.optional(),
      stopReason: z.string().nullable(),
      /** The usage that a third-party agent claims; absent if it claims none. */
      claimedTokens: Tokens.optional(),
      /** The steps of a third-party agent by its own count; absent if it reports none. */
      ownSteps: count.optional(),
      /** How the process of a third-party agent ended, if it ended abnormally. */
      ended: z.string().optional(),
      endKind: z.enum(agentEndKinds).optional(),
    })
    .optional(),
});
export type Trajectory = z.infer<typeof Trajectory>;

/** Whether the agent did anything. Before its first action it is not responsible for a breakdown. */
export function hasActed({
  steps,
  connected,
}: {
  steps: readonly Pick<Step, 'sent'>[];
  connected?: boolean | undefined;
}): boolean {
  return connected === true || steps.some(({ sent }) => sent);
}

/** The trajectory of an attempt that never began. */
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

/** The transcript of a trajectory: the calls that a replay can repeat. */
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
  // The replay includes only the answer, no other text of the final report.
  const answer = observations?.first.answer ? (report?.storedAnswer ?? report?.answer) : null;
  return transcriptOf(header, calls, {
    reason: stop.stop,
    finalUrl: observations?.first.url ?? '',
    ...(answer ? { answer } : {}),
  });
}
