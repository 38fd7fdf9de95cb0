// Plain arithmetic instead of Intl: the same bytes in every time zone, locale and version of Node.

/** Milliseconds as `340 ms`, `1.2 s`, `47 s` or `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
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

// Half to even, as in most of what is published: 183 of 240 are 76.2 %.
const percents = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  roundingMode: 'halfEven',
  useGrouping: false,
});

/** A share as `86.2 %`. */
export function formatPercent(share: number): string {
  return `${percents.format(share * 100)} %`;
}

/** US dollars; three digits below a cent, for a cost of half a cent is not nothing. */
export function formatUsd(usd: number): string {
  return `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toFixed(4)}`;
}

/** Counts and medians of counts: at most one decimal, thousands apart. */
export function formatCount(count: number): string {
  const [whole = '', fraction] = (Math.round(count * 10) / 10).toString().split('.');
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
  return value < 9.95 ? value.toFixed(1) : Math.round(value).toString();
}
