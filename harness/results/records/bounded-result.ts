import { longestAnswer } from '../../judge/answers/judge-answer.ts';
import { clip } from '../../platform/words/format.ts';
import type { Result } from './result.ts';

const words = 160;
const sentence = 300;

/** Maximum characters of texts with a limit other than 160. In a path, `*` stands for each index of a list. */
const longest: Readonly<Record<string, number>> = {
  answer: longestAnswer,
  finalUrl: sentence,
  error: sentence,
  agentEnd: sentence,
};

/** Names given by the harness, which are never cut because they identify a row. */
const kept = /^(taskId|templateId|artifacts\.\w+)$/;

/**
 * A result as it is committed. Every text whose length a page, a server, a model or an agent controls is cut and then
 * ends in an ellipsis. Clauses that passed carry no observation. Durations are rounded to a tenth of a millisecond.
 * Bounding twice changes nothing.
 */
export function boundedResult(result: Result): Result {
  const { verdict, durationMs, pausedMs, phases } = result;
  const clauses = verdict?.clauses.map(({ observed, ...clause }) =>
    clause.outcome === 'passed' || observed === undefined ? clause : { ...clause, observed },
  );
  return cutTexts({
    ...result,
    durationMs: tenth(durationMs),
    pausedMs: tenth(pausedMs),
    phases: {
      start: tenth(phases.start),
      reset: tenth(phases.reset),
      adapter: tenth(phases.adapter),
      tool: tenth(phases.tool),
      judge: tenth(phases.judge),
      stop: tenth(phases.stop),
    },
    verdict: verdict && { ...verdict, clauses: clauses ?? [] },
  });
}

function cutTexts(result: Result): Result {
  return walk(result, '') as Result; // the types of all fields stay the same

  function walk(node: unknown, at: string): unknown {
    if (typeof node === 'string') return kept.test(at) ? node : cut(node, longest[at] ?? words);
    if (Array.isArray(node)) return node.map((child) => walk(child, `${at}.*`));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [key, walk(child, at === '' ? key : `${at}.${key}`)]),
    );
  }
}

function cut(text: string, length: number): string {
  // A cut may split a surrogate pair; half of a pair is not a valid character.
  return clip(text, length).toWellFormed();
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10;
}
