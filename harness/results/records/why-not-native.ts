import type { CapabilityCell } from './capabilities-record.ts';

/** The labels of the verdicts in a terminal and on a page. */
export const verdictWords: Record<CapabilityCell['verdict'], string> = {
  native: 'native',
  script: 'by script',
  cannot: 'cannot',
};

/** Characters of a reason in older records, which cut it without an ellipsis. */
const longestWhy = 300;
const whole = (why: string) => (why.length === longestWhy && !why.endsWith('…') ? `${why}…` : why);

/** Why the server's own tools could not do it: the missing abilities, and the failed attempts. */
export function whyNotNative({ missing, failed }: CapabilityCell): string[] {
  const whys = [
    ...missing.map(({ verb, why, fails }) => `${why} (verb ${verb})${fails === null ? '' : `; ${fails}`}`),
    ...failed.map(
      ({ way, by, seed, status, tool, why }) =>
        `solution path ${way} ${by === 'script' ? 'by script' : 'with its own tools'}, seed ${seed}, ended as ${status.replaceAll('_', ' ')}${tool === null ? '' : `; last tool: ${tool}`}; reason: ${whole(why)}`,
    ),
  ];
  return whys.length > 0 ? whys : ['no solution path can be played with its own tools'];
}
