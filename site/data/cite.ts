import { compared } from '../../harness/publish/board/compared.ts';
import { formatDate, visible } from '../../harness/publish/board/format.ts';
import type { GroupedRow } from '../../harness/publish/board/headline.ts';

/** How a row is cited, with the commit of its results, without which a number is of nothing in particular. */
export function citeOf({ group, row }: GroupedRow, address: string, synthetic: boolean): string {
  const { passed, total } = row.score;
  const by = synthetic ? 'SYNTHETIC, invented to show the site. ' : '';
  return (
    `${by}contract-bench, ${group.suite}: ${visible(compared(row))}, ${passed} of ${total} episodes passed. ` +
    `Results of commit ${row.sha.slice(0, 12)}, run ${row.runId}, ${formatDate(row.startedAt)}, ` +
    `comparability key ${group.comparabilityKey.slice(0, 12)}. ${address}`
  );
}

/** A badge in Markdown that leads to the page of its row. */
export function badgeMarkdown({ group }: GroupedRow, badge: string, page: string): string {
  return `[![contract-bench: ${group.suite}](${badge})](${page})`;
}
