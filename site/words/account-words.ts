import { formatPercent, formatTokens, formatUsd } from '../../harness/platform/words/format.ts';
import { plural } from '../../harness/publish/board/format.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

type Row = StandingGroup['rows'][number];
type Price = NonNullable<Row['price']>;

const perMillion = (usd: number) => `$${usd.toFixed(2)}`;

/** What a million tokens cost, of which day and from where; null where no price is known. */
export function priceWords(price: Price | null): string | null {
  if (price === null) return null;
  const { input, output, cacheRead, cacheWrite, date, source } = price;
  const from = source === 'table' ? 'the table of the harness' : 'flags of the command';
  return (
    `${perMillion(input)} in, ${perMillion(output)} out, ${perMillion(cacheRead)} read from and ` +
    `${perMillion(cacheWrite)} written to a cache, a million tokens, ${date === null ? 'of no known day' : `of ${date}`}, by ${from}`
  );
}

/** Such as `of 29 of 30 episodes`, where not all costs are known or some are known as a lower bound alone. */
export function usdPerTaskWords({ usdPerTask, usdKnown, usdLowerBounds, counts }: Row): string | null {
  if (usdPerTask === null) return null;
  const over = usdKnown === counts.episodes ? '' : `, of ${usdKnown} of ${counts.episodes} episodes`;
  const least =
    usdLowerBounds === 0 ? '' : `; at least, for ${plural(usdLowerBounds, 'episode')} may have cost more`;
  return `${formatUsd(usdPerTask)}${over}${least}`;
}

/** What an agent says that it used beside what was counted on the wire; null where it said nothing. */
export function tokensClaimedWords({ tokensClaimed, counts }: Row): string | null {
  if (tokensClaimed === null) return null;
  const { claimed, counted, episodes } = tokensClaimed;
  const over = episodes === counts.episodes ? '' : `, in ${episodes} of ${counts.episodes} episodes`;
  const share = counted === 0 ? '' : ` (${formatPercent(claimed / counted)} of it)`;
  return `${formatTokens(claimed)}, where ${formatTokens(counted)} were counted on the wire${share}${over}`;
}

/** What the agent said beside what the contracts found; null where it was never asked or never said. */
export function selfReportWords({ selfReport, counts }: Row): { said: string; false: string } | null {
  if (selfReport === null) return null;
  const { reported, claimed, passed, falseSuccesses, falseSuccessRate } = selfReport;
  const over = reported === counts.episodes ? '' : ` of ${counts.episodes}`;
  return {
    said: `${claimed} of ${plural(reported, 'episode')} that reported${over}; by contract ${passed} of these`,
    false: `${formatPercent(falseSuccessRate ?? 0)}, ${falseSuccesses} of ${reported}`,
  };
}
