import { known } from './known.ts';
import type { PlayedCall, SavedAnswer } from './played-episode.ts';

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
