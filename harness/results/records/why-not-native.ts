import type { CapabilityCell } from './capabilities-record.ts';

/** The labels of the verdicts in a terminal and on a page. */
export const verdictWords: Record<CapabilityCell['verdict'], string> = {
  native: 'native',
  script: 'by script',
  cannot: 'cannot',
};

/** Why the server's own tools could not do it: the missing abilities, and the failed attempts. */
export function whyNotNative({ missing, failed }: CapabilityCell): string[] {
  const whys = [
    ...missing.map(({ verb, why, fails }) => `${verb}: ${why}${fails === null ? '' : ` (${fails})`}`),
    ...failed.map(
      ({ way, by, seed, status, tool, why }) =>
        `way ${way}, by ${by}, on seed ${seed}: ${status} after ${tool ?? 'nothing'}: ${why}`,
    ),
  ];
  return whys.length > 0 ? whys : ['no tool of its own does what each way asks for'];
}
