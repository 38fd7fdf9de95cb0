import type { AuditTables } from './audit-tables.ts';
import { controlAttempts } from './held-controls.ts';

/** A sum of the audits in a few words, and the section of the page that has it whole. */
export type EvidenceFigure = { anchor: string; found: number; of: number; words: string };

/** One for each table that was written. */
export function evidenceFigures(audit: AuditTables): EvidenceFigure[] {
  const { mutations, rightEnds, templates } = audit;
  const { played, passed, cannot } = controlAttempts(audit);
  const tally = (anchor: string, words: string, found: number, of: number) =>
    of === 0 ? [] : [{ anchor, words, found, of }];
  // Each column of the templates that counts one thing of another.
  const columns = [...new Set(templates?.flatMap(({ cells }) => cells.map(({ column }) => column)))];
  const sums = columns.flatMap((column) => {
    const cells = (templates ?? []).flatMap((each) => each.cells.filter((cell) => cell.column === column));
    const sum = (pick: (cell: (typeof cells)[number]) => number) =>
      cells.reduce((total, cell) => total + pick(cell), 0);
    return cells.some(({ of }) => of === null)
      ? []
      : tally(
          'templates',
          `Town: ${lower(column)}`,
          sum(({ found }) => found),
          sum(({ of }) => of ?? 0),
        );
  });
  return [
    ...tally('controls', 'Attempts of controls that did not pass', played - cannot - passed, played - cannot),
    ...(mutations
      ? tally('noticed', 'Wrong pages and contracts noticed', mutations.found, mutations.of)
      : []),
    ...(rightEnds ? tally('noticed', 'Right end states believed', rightEnds.found, rightEnds.of) : []),
    ...sums,
  ];
}

const lower = (words: string) => words.replace(/^./, (first) => first.toLowerCase());
