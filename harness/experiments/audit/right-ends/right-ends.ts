import path from 'node:path';
import { docSection } from '../../../platform/files/doc-section.ts';
import { align } from '../../../platform/words/columns.ts';
import { type PlayOptions, playRightEnds } from './play-right-ends.ts';
import { readRightEnds } from './read-right-ends.ts';
import { type NotBelieved, type RightEndsTable, rightEndsTable } from './right-ends-table.ts';

export type RightEndsOptions = PlayOptions & {
  taskIds: readonly string[];
  /** What to do with the table in docs/validity.md. */
  docs: 'write' | 'check' | null;
};

/** Of all right ends, this share may be refused, and none that is natural or called a forgery. */
const maxRefused = 0.02;

/** Plays the right end states; `ok` is false where too many are refused, or one that must not be. */
export async function rightEnds(
  { taskIds, docs, ...options }: RightEndsOptions,
  circumstances: Parameters<typeof playRightEnds>[2],
): Promise<{ lines: string[]; ok: boolean; table: RightEndsTable }> {
  const ends = await readRightEnds(options.project, taskIds);
  const table = rightEndsTable(await playRightEnds(ends, options, circumstances));
  const file = path.join(options.project.root, 'docs', 'validity.md');
  const documented = docs ? await docSection({ ...section, file }, markdown(table), docs) : null;
  const isStale = docs === 'check' && documented?.current === false;
  const lines = [
    ...align([
      ['task', 'right ends', 'believed'],
      ...table.rows.map(({ task, played, believed }) => [task, String(played), String(believed)]),
    ]),
    '',
    ...listed('refused ', table.refused),
    ...listed('broken  ', table.broken),
    ...listed('unsteady', table.unsteady),
    ...(isStale ? ['docs/validity.md: its table is not current; write it with --docs write'] : []),
  ];
  return { lines, ok: isWithinLimits(table) && !isStale, table };
}

function isWithinLimits({ rows, refused, broken, unsteady }: RightEndsTable): boolean {
  const played = rows.at(-1)?.played ?? 0;
  return (
    refused.length <= maxRefused * played &&
    !refused.some(({ natural, why }) => natural || why.includes('tampered')) &&
    broken.length + unsteady.length === 0
  );
}

const listed = (what: string, those: readonly NotBelieved[]) =>
  those.map(({ id, why, natural }) => `${what}  ${id}${natural ? '' : ' (odd)'}: ${why}`);

const section = {
  start: '<!-- right ends: written by `npm run right-ends -- --docs write` -->',
  end: '<!-- /right ends -->',
};

const markdown = ({ rows, refused }: RightEndsTable): string[] => [
  '| task | right end states | believed |',
  '|---|---:|---:|',
  ...rows.map(({ task, played, believed }) => `| ${task} | ${played} | ${believed} |`),
  '',
  refused.length === 0 ? 'None is refused.' : 'Refused:',
  ...(refused.length === 0
    ? []
    : ['', ...refused.map(({ id, why }) => `- ${id}: ${why.replaceAll('|', '\\|')}`)]),
];
