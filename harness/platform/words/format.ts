// Plain arithmetic instead of Intl: the same bytes in every time zone, locale and version of Node.

/**
 * A number to so many decimals; halves are rounded away from 0. Twelve digits count: 3.55 is a little less in binary, and
 * is written as 3.6.
 */
export function fixed(value: number, digits: number): string {
  const scale = 10 ** digits;
  const whole = Math.round(Number((Math.abs(value) * scale).toPrecision(12)));
  return (whole === 0 ? 0 : (Math.sign(value) * whole) / scale).toFixed(digits);
}

/** Milliseconds as `340 ms`, `1.2 s`, `47 s` or `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${fixed(ms, 0)} ms`;
  if (ms < 9950) return `${fixed(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** Decimal units: `812 B`, `8.1 kB`, `1.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 999.5) return `${Math.round(bytes)} B`;
  if (bytes < 999_500) return `${significant(bytes / 1000)} kB`;
  return `${significant(bytes / 1e6)} MB`;
}

/** A share as `86.2 %`. */
export function formatPercent(share: number): string {
  return `${fixed(share * 100, 1)} %`;
}

/** US dollars; three digits below a cent, because half a cent is not zero. */
export function formatUsd(usd: number): string {
  return `$${fixed(usd, usd === 0 || usd >= 0.01 ? 2 : 4)}`;
}

/** Counts and medians of counts: at most one decimal, thousands apart. */
export function formatCount(count: number): string {
  const [whole = '', fraction] = Number(fixed(count, 1)).toString().split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Tokens, by the thousand where there are many: `812`, `9,240`, `48 k`, `1.3 M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 9999.5) return formatCount(Math.round(tokens));
  if (tokens < 999_500) return `${Math.round(tokens / 1000)} k`;
  return `${significant(tokens / 1e6)} M`;
}

function significant(value: number): string {
  return fixed(value, value < 9.95 ? 1 : 0);
}

/** `1 task`, `2 tasks`; `many` where the plural is another word. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Evidence is bounded: at most `max` characters, the last one an ellipsis where something was cut. */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${head(text, max - 1)}…`;
}

/** The first characters of a text, without half of a surrogate pair at the cut. */
export function head(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) && cut.length < text.length ? cut.slice(0, -1) : cut;
}

/** In quotes and on one line, so that a line break in a page's text does not break a report. */
export function quote(text: string, max: number): string {
  // Cut first: JSON.stringify of a whole page to show its first words would be a waste.
  return clip(JSON.stringify(clip(text, max)), max);
}

/** How long an agent takes until its calls come, of a median episode; and what it asks its model. Times in ms. */
export function overheadWords({
  ownMs,
  durationMs,
  model,
}: {
  ownMs: number;
  durationMs: number;
  model: { requestsAnEpisode: number; inputTokensARequest: number } | null;
}): string {
  const asks = model
    ? `; ${formatCount(model.requestsAnEpisode)} requests an episode, ${formatTokens(model.inputTokensARequest)} tokens of input each`
    : '';
  return `${formatDuration(ownMs)} of ${formatDuration(durationMs)} of an episode until its calls came (medians)${asks}`;
}

const width = 80;
const maxLines = 5;

/** Names with commas between, in indented lines that fit a terminal; of very many the first, and how many more. */
export function nameLines(names: readonly string[], indent = '  '): string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const word = index === names.length - 1 ? name : `${name},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
      continue;
    }
    if (lines.length === maxLines) return [...lines, `${indent}and ${names.length - index} more`];
    lines.push(`${indent}${word}`);
  }
  return lines;
}
