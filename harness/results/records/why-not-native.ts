import type { CapabilityCell } from './capabilities-record.ts';

/** What a terminal and a page call them. */
export const verdictWords: Record<CapabilityCell['verdict'], string> = {
  native: 'native',
  script: 'by script',
  cannot: 'cannot',
};

/** What kept it from being done by tools of the server's own: what they lack, and what was tried. */
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
