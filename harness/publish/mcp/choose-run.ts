import { UserError } from '../../platform/errors/user-error.ts';
import type { ListedRun, Shelf } from './open-stock.ts';

/** Of many ids an error names the newest. */
const named = 10;

/** A run by its id, or by how only that begins. Throws `UserError` that names what there is. */
export function chooseRun({ runs }: Pick<Shelf, 'runs'>, asked: string, field = 'run'): ListedRun {
  const exact = runs.find(({ runId }) => runId === asked);
  const begun = runs.filter(({ runId }) => runId.startsWith(asked));
  const [only] = begun;
  if (exact) return exact;
  if (only && begun.length === 1) return only;
  const found = `${field}: found ${JSON.stringify(asked.slice(0, 100))}`;
  if (only) throw new UserError(`${found}, which begins the ids of ${begun.length} runs: ${idsOf(begun)}`);
  throw new UserError(
    runs.length === 0
      ? `${found}; there are no runs yet`
      : `${found}, which begins the id of no run; there are ${runs.length}, the newest: ${idsOf(runs)}`,
  );
}

/** A run; or a row of the leaderboard, by its id or how only that begins: then its newest run. Throws `UserError`. */
export function chooseRunOrRow(shelf: Shelf, asked: string, field: string): ListedRun {
  const rows = shelf.groups.flatMap((group) => group.rows);
  const begun = rows.filter(({ id }) => id.startsWith(asked));
  const row = begun.length === 1 ? begun[0] : undefined;
  const isOfRow = ({ runId, commit }: ListedRun) => runId === row?.runId && commit?.sha === row.sha;
  const ofRow = shelf.runs.find(isOfRow);
  if (ofRow && !shelf.runs.some(({ runId }) => runId.startsWith(asked))) return ofRow;
  return chooseRun(shelf, asked, field);
}

function idsOf(runs: readonly ListedRun[]): string {
  const more = runs.length > named ? `, and ${runs.length - named} more (list_runs names them)` : '';
  return `${runs
    .slice(0, named)
    .map(({ runId }) => runId)
    .join(', ')}${more}`;
}
