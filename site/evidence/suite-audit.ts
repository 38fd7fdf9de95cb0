import type { TaskFile } from '../../harness/task/read-tasks.ts';
import type { AuditTables } from './audit-tables.ts';
import { heldControls } from './held-controls.ts';

/** So many of so many; null where no table tells it of the whole suite. */
type Share = { found: number; of: number } | null;

export type SuiteAudit = {
  suite: string;
  /** Attempts of controls that passed, over all servers. */
  cheats: Share;
  /** Wrong pages and contracts that were noticed; of templates near misses that failed. */
  wrong: Share;
  /** The section of the evidence that has both whole. */
  anchor: 'noticed' | 'templates';
};

/** What the audits say of the tasks of one suite together. `recorded` is how many tasks there are that no templates make. */
export function suiteAudit(
  audit: AuditTables,
  suite: string,
  { taskFiles, recorded }: { taskFiles: readonly TaskFile[]; recorded: number },
): SuiteAudit {
  const tasks = taskFiles.filter((file) => file.suite === suite).map(({ task }) => task);
  const templates = new Set(tasks.flatMap(({ templateId }) => templateId ?? []));
  if (templates.size > 0) return { suite, ...ofTemplates(audit, templates), anchor: 'templates' };
  const held = heldControls(audit, recorded);
  const noticed = (audit.mutations?.tasks ?? []).filter(({ id }) => tasks.some((task) => task.id === id));
  const isWhole = noticed.length === tasks.length;
  return {
    suite,
    // The table names no task: it speaks of these alone where nothing passed anywhere.
    cheats: held.every(({ unsure }) => unsure.length === 0)
      ? shareOf(held.map(({ of }) => ({ found: 0, of: of * tasks.length })))
      : null,
    wrong: isWhole ? shareOf(noticed) : null,
    anchor: 'noticed',
  };
}

function ofTemplates(
  { templates }: AuditTables,
  ids: ReadonlySet<string>,
): Pick<SuiteAudit, 'cheats' | 'wrong'> {
  const rows = (templates ?? []).filter(({ id }) => ids.has(id));
  const sumOf = (column: string) => {
    const cells = rows.flatMap((row) => row.cells.filter((cell) => cell.column === column));
    return cells.length === ids.size ? shareOf(cells.map(({ found, of }) => ({ found, of: of ?? 0 }))) : null;
  };
  const held = sumOf('Controls that did not pass');
  return {
    cheats: held && { found: held.of - held.found, of: held.of },
    wrong: sumOf('All misses failed'),
  };
}

function shareOf(those: readonly { found: number; of: number }[]): Share {
  const sum = (pick: 'found' | 'of') => those.reduce((total, each) => total + each[pick], 0);
  return sum('of') === 0 ? null : { found: sum('found'), of: sum('of') };
}
