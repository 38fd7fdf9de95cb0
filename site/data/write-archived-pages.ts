import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import { settings } from '../../harness/publish/board/settings.ts';
import { type ArchivedPlace, archivedCommitPage, archivedStyles } from '../components/archived-commit.ts';
import type { ArchivePlan } from '../history/plan-archives.ts';

/** What these pages look like is what all look like. */
const sheets = ['tokens', 'base', 'page', 'parts'].map((name) =>
  join(settings.packageRoot, 'site/styles', `${name}.css`),
);

/** A page below `outDir` at the address of each commit that is archived. */
export function writeArchivedPages(
  commits: readonly CommitSummary[],
  { archived }: ArchivePlan,
  outDir: string,
  place: ArchivedPlace,
): void {
  if (archived.size === 0) return;
  for (const commit of commits) {
    const where = archived.get(commit.sha);
    if (!where) continue;
    const folder = join(outDir, 'runs', commit.sha);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.html'), archivedCommitPage(commit, where, place).toString());
  }
  const styles = join(outDir, archivedStyles);
  mkdirSync(join(styles, '..'), { recursive: true });
  writeFileSync(styles, sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n'));
}
