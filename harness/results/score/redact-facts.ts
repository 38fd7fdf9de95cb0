import type { Facts } from '../../judge/facts.ts';
import { changeFree } from '../../task/transcripts/free-text.ts';
import type { Redactor } from '../../task/transcripts/redact.ts';
import { factsText } from './free-text.ts';

type OutcomeOf = (facts: Facts) => string;

/** Redacts what was seen before it is cut, for half a secret would not be known for one; else what is left of it. */
export function redactSeen(
  seen: Facts,
  compact: (facts: Facts) => Facts,
  redact: Redactor,
  outcomeOf: OutcomeOf,
): Facts {
  const facts = compact(seen);
  const redacted = redact(seen, factsText);
  if (isSame(seen, redacted)) return facts;
  const safe = compact(redacted);
  return outcomeOf(safe) === outcomeOf(facts) ? safe : redactFacts(facts, redact, outcomeOf);
}

/**
 * Facts without secrets that come out as they did: a text whose redaction would change what is judged gets words of the
 * same shape in their place, and where even those would change it, it stays. So nobody can type a verdict away.
 */
export function redactFacts(facts: Facts, redact: Redactor, outcomeOf: OutcomeOf): Facts {
  const redacted = redact(facts, factsText);
  if (isSame(facts, redacted)) return facts;
  const outcome = outcomeOf(facts);
  if (outcomeOf(redacted) === outcome) return redacted;
  let safe = facts;
  for (let index = 0; index < freeFields(facts); index += 1) {
    const versions = [redact, redact.shaped].map((by) => withField(safe, index, by));
    safe = versions.find((version) => outcomeOf(version) === outcome) ?? safe;
  }
  return safe;
}

function isSame(a: Facts, b: Facts): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function freeFields(facts: Facts): number {
  let fields = 0;
  changeFree(facts, factsText, (free) => {
    fields += 1;
    return free;
  });
  return fields;
}

function withField(facts: Facts, index: number, redact: Redactor['shaped']): Facts {
  let at = -1;
  return changeFree(facts, factsText, (free) => {
    at += 1;
    return at === index ? redact(free, 'free') : free;
  });
}
