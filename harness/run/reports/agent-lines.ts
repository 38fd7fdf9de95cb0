import { formatTokens, formatUsd } from '../../platform/words/format.ts';
import { overheadWords } from '../../platform/words/overhead-words.ts';
import type { Run } from '../../results/records/result.ts';
import { agentOverheadOf, leastConfined, tokensClaimedIn } from '../../results/records/run-facts.ts';

/** Of a run of somebody's agent: how it was let in, what it says of itself and what was measured. None of any other run. */
export function agentLines({ config: { kind, agent, model }, episodes }: Run): string[] {
  if (kind !== 'agent') return [];
  const confined = leastConfined([agent]);
  const reported = episodes.filter(({ selfReport }) => selfReport !== null);
  const said = reported.filter(({ selfReport }) => selfReport).length;
  const held = reported.filter(({ selfReport, success }) => selfReport && success).length;
  const requests = episodes.reduce((sum, each) => sum + (each.requests ?? 0), 0);
  const paid = episodes.flatMap(({ usd }) => usd ?? []);
  const tokens = tokensClaimedIn(episodes);
  const overhead = agentOverheadOf(episodes);
  return [
    `agent    ${agent.id} ${agent.version}, door ${agent.door}, ${confined === null ? 'nobody looked whether confined' : confined ? 'confined' : 'NOT confined'}`,
    `report   said that it succeeded in ${said} of ${reported.length} episodes in which it reported; the contract held in ${held} of these ${said}`,
    ...(model === null
      ? []
      : [
          `wire     ${requests} model requests, ${paid.length === 0 ? 'USD not known' : formatUsd(paid.reduce((sum, usd) => sum + usd, 0))}${tokens ? `; ${formatTokens(tokens.counted)} tokens counted, ${formatTokens(tokens.claimed)} by its own word` : ''}`,
        ]),
    ...(overhead ? [`overhead ${overheadWords(overhead)}`] : []),
  ];
}
