import { longestAnswer } from '../../judge/answers/judge-answer.ts';
import { fieldIssues } from '../../platform/errors/describe-issues.ts';
import { isDeeper } from '../../platform/errors/json.ts';
import { clip } from '../../platform/words/format.ts';
import { emptyTrajectory, type ToolCall, Trajectory } from './trajectory.ts';

/** Maximum characters of a text whose length a server, an agent, a model or a page controls. */
export const longestText = 2000;
/** Maximum characters of the JSON of one call's arguments. */
const longestArgs = 64 * 1024;
const longestTool = 1000;
const deepestArgs = 100;
/** Maximum plausible tokens of one episode. */
const mostTokens = 1e11;
const mostOwnSteps = 1e6;
const mostUsd = 1e9;

/**
 * A trajectory as it is saved and read again. Texts are cut, arguments over 64 KB become the beginning of their JSON
 * under the key `json`, and impossible usage becomes unknown. A trajectory that its schema rejects becomes a
 * `harness_error` with the reason.
 */
export function savedTrajectory(trajectory: Trajectory): Trajectory {
  try {
    const again: unknown = JSON.parse(JSON.stringify(bounded(trajectory)));
    const { data, error } = Trajectory.safeParse(again);
    return (
      data ??
      lostTrajectory(trajectory, fieldIssues(error).map(({ field, message }) => `${field}: ${message}`)[0])
    );
  } catch (error) {
    return lostTrajectory(trajectory, error);
  }
}

/** The trajectory of an episode whose result cannot be kept: only its time, its cost and the reason. */
export function lostTrajectory(trajectory: Trajectory, why: unknown): Trajectory {
  const error = clip(
    `the result could not be kept: ${why instanceof Error ? why.message : why}`,
    longestText,
  );
  const { durationMs, pausedMs, phases, usage } = trajectory;
  const whole = { ...emptyTrajectory({ stop: 'harness_error', error }), durationMs, pausedMs, phases };
  const forms = [{ ...whole, usage: usage && boundedUsage(usage) }, whole];
  return (
    forms.map((form) => Trajectory.safeParse(form).data).find((form) => form !== undefined) ??
    emptyTrajectory({ stop: 'harness_error', error: error.toWellFormed() })
  );
}

/**
 * Why a call can be neither sent nor stored; null if it can. No server has a tool with a rejected name, or accepts such
 * arguments.
 */
export function whyNoCall(tool: string, args: unknown): string | null {
  if (tool.length > longestTool)
    return `the name of a tool: got ${tool.length} characters; expected at most ${longestTool}`;
  if (!tool.isWellFormed()) return 'the name of a tool: got half a surrogate pair; expected whole characters';
  return isDeeper(args, deepestArgs)
    ? `the arguments: got more than ${deepestArgs} levels; expected fewer`
    : null;
}

function bounded({ steps, observations, usage, report, ...rest }: Trajectory): Trajectory {
  return {
    ...cutTexts(rest),
    steps: steps.map(({ call, ...step }) => ({
      ...cutTexts(step),
      call: {
        tool: clip(call.tool, longestText),
        args: boundedArgs(call.args),
        ...(call.storedArgs ? { storedArgs: boundedArgs(call.storedArgs) } : {}),
      },
    })),
    // Facts are cut where they are judged. Here only the reason for a missing second observation is cut.
    observations: observations && {
      ...observations,
      ...(observations.second && 'unavailable' in observations.second
        ? { second: cutTexts(observations.second) }
        : {}),
      ...(observations.withCookies && 'unavailable' in observations.withCookies
        ? { withCookies: cutTexts(observations.withCookies) }
        : {}),
    },
    usage: usage && boundedUsage(usage),
    ...(report ? { report: boundedReport(report) } : {}),
  };
}

/** The values have the shape of the schema, so the recursion depth is bounded. */
function cutTexts<T>(value: T): T {
  return walk(value) as T; // the types of all fields stay the same

  function walk(node: unknown): unknown {
    if (typeof node === 'string') return clip(node, longestText);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, walk(child)]));
  }
}

export function boundedArgs(args: ToolCall['args']): ToolCall['args'] {
  const json = JSON.stringify(args);
  // A schema would drop a field with this name.
  return json.length > longestArgs || json.includes('"__proto__"') ? { json: clip(json, longestArgs) } : args;
}

function boundedUsage({ tokens, usd, ...usage }: NonNullable<Trajectory['usage']>): Trajectory['usage'] {
  const isKnown = usd === null || isAmount(usd, mostUsd);
  return {
    ...cutTexts(usage),
    tokens: tokens && areCounts(tokens) ? tokens : null,
    usd: isKnown ? usd : null,
    overshootUsd: isAmount(usage.overshootUsd, mostUsd) ? usage.overshootUsd : 0,
  };
}

function boundedReport({
  answer,
  claimedTokens,
  ownSteps,
  ...report
}: NonNullable<Trajectory['report']>): Trajectory['report'] {
  return {
    ...cutTexts(report),
    answer: answer && clip(answer, longestAnswer),
    ...(claimedTokens && areCounts(claimedTokens) ? { claimedTokens } : {}),
    ...(ownSteps !== undefined && isAmount(ownSteps, mostOwnSteps) ? { ownSteps } : {}),
  };
}

function areCounts(counts: Readonly<Record<string, number>>): boolean {
  return Object.values(counts).every((each) => Number.isInteger(each) && isAmount(each, mostTokens));
}

function isAmount(value: number, most: number): boolean {
  return value >= 0 && value <= most;
}
