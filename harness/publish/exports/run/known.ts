import type { PlayedCall, SavedAnswer } from './read-episodes.ts';

type Known<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/** Leaves out the fields that are null: a format expresses an unknown value by its absence. */
export function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Known<Fields>; // the filter keeps the names
}

/** Null in place of an empty object. */
export function knownOrNull<Fields extends object>(fields: Fields): Known<Fields> | null {
  const of = known(fields);
  return Object.keys(of).length > 0 ? of : null;
}

/** Facts about an answer beside its beginning. `whole`: whether the shown text is the complete answer. */
export function answerFacts({ record, whole }: SavedAnswer): Record<string, unknown> {
  const { kind, isError, bytes, sha256, durationMs } = record;
  return { kind, isError, bytes, sha256, durationMs, whole };
}

/** As `answerFacts` for a call's answer, with the page after it. `sent`: false if the harness answered for the server. */
export function callFacts({ step, answer }: PlayedCall): Record<string, unknown> {
  const page = known({ pageUrl: step.page?.url, endedAtMs: step.endedAtMs });
  return { ...(answer ? answerFacts(answer) : {}), sent: step.sent, ...page };
}
