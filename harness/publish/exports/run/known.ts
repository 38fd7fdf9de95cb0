import type { PlayedCall, SavedAnswer } from './read-episodes.ts';

type Known<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/** Without the fields that are null: a format says what is unknown by leaving it out. */
export function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Known<Fields>; // the same names, by the filter alone
}

/** Null in place of an object that says nothing. */
export function knownOrNull<Fields extends object>(fields: Fields): Known<Fields> | null {
  const of = known(fields);
  return Object.keys(of).length > 0 ? of : null;
}

/** What is known of an answer beside how it begins. `whole`: what is shown of it is all of it. */
export function answerFacts({ record, whole }: SavedAnswer): Record<string, unknown> {
  const { kind, isError, bytes, sha256, durationMs } = record;
  return { kind, isError, bytes, sha256, durationMs, whole };
}

/** The same of a call's answer, with the page after it. `sent`: false where the harness answered for the server. */
export function callFacts({ step, answer }: PlayedCall): Record<string, unknown> {
  const page = known({ pageUrl: step.page?.url, endedAtMs: step.endedAtMs });
  return { ...(answer ? answerFacts(answer) : {}), sent: step.sent, ...page };
}
