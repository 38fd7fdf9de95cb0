import { clip, fixed, formatCount } from '../../platform/words/format.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import { nameAndVersion } from '../../results/records/custom-id.ts';
import type { Contender } from '../../results/records/run-facts.ts';
import type { RunKind } from '../../results/records/run-identity.ts';
import type { Call } from '../../results/story/story.ts';

// Plain arithmetic instead of Intl: the same bytes in every time zone, locale and version of Node.

/** `2026-01-02` in UTC. */
export function formatDate(iso: string | number): string {
  return new Date(iso).toISOString().slice(0, 10);
}

/** `2026-01-02 03:04 UTC`. */
export function formatInstant(iso: string | number): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Keeps a number and its unit on one line. */
export function unbroken(figure: string): string {
  return figure.replaceAll(' ', '\u00a0');
}

/** `1 task`, `2 tasks`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function shortSha(sha: string): string {
  return sha.slice(0, 9);
}

/** Escapes characters that are invisible or change the text direction: a no-break space is not a space. */
export function visible(text: string): string {
  return text.replace(
    /(?![ \n])[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** A text as the value of an attribute or a parameter: only ASCII letters, digits and `_.-` stay, the rest become underscores. */
export function token(text: string): string {
  return text.replace(/[^\w.-]/g, '_');
}

/** A rate of the run record (4 decimals) as a percentage. */
export function percentOf(rate: number): string {
  return `${fixed(rate * 100, 1)} %`;
}

/** A difference of rates in percentage points, with its sign. */
export function points(difference: number): string {
  return `${difference >= 0 ? '+' : '−'}${fixed(Math.abs(difference * 100), 1)}`;
}

const adapterNames: Record<string, string> = { noop: 'no-op' };

/** What was compared, as text: third-party agent, model (and its endpoint) or the baseline, and the server. */
export function compared({ adapter, agent, model, endpoint, server }: Contender): string {
  const by = endpoint ? ` by ${endpoint}` : '';
  const own = model ?? ownOf(adapterNames, adapter) ?? adapter;
  const program = nameAndVersion(agent.id, agent.version);
  const who = agent.door === 'none' ? own : `${program}${model === null ? '' : ` with ${model}`}`;
  return `${who}${by} on ${nameAndVersion(server.id, server.version)}`;
}

/** With a capital letter, to begin a sentence. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `browser_click {"ref":"e12"}`, cut to `max` characters. */
export function callWords({ tool, args }: Call, max = 400): string {
  const said = JSON.stringify(args);
  return clip(visible(said === '{}' ? tool : `${tool} ${said}`), max);
}

const frameNames: Partial<Record<RunKind, string>> = {
  oracle: 'ceiling',
  baseline: 'floor',
  control: 'control',
};

/** What a row without a model means for the rows of agents; null for agents and replays. */
export function frameName(kind: RunKind): string | null {
  return frameNames[kind] ?? null;
}
