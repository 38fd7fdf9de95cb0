import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { readResultsFile, resultsFileOf } from '../../results/records/read-history.ts';
import type { Run } from '../../results/records/result.ts';
import type { StandingGroup } from '../../results/standings/standings.ts';
import { leaderboard } from '../board/leaderboard.ts';
import { openOrigins } from '../board/open-origins.ts';
import {
  type CommitSummary,
  type RunSummary,
  readSiteHistory,
  runSummary,
} from '../board/read-site-history.ts';
import { repositoryUrl } from '../board/settings.ts';
import { type KeptRun, keptRuns } from '../show/kept-runs.ts';
import { syntheticMarker } from '../site/site-settings.ts';

/** A listed run: from a commit, or only from the folder of reports. */
export type ListedRun = RunSummary & { commit: Pick<CommitSummary, 'sha' | 'date' | 'subject'> | null };

/** A snapshot of the available results. */
export type Shelf = {
  /** Newest first. */
  runs: readonly ListedRun[];
  standings: readonly StandingGroup[];
  /** The groups of leaderboard.json. */
  groups: ReturnType<typeof leaderboard>['groups'];
  /** Runs with kept events. */
  kept: readonly KeptRun[];
  /** Omitted files, each with its fault. */
  faults: readonly string[];
  /** Whether the results are invented. */
  synthetic: boolean;
  /** The whole run of a list entry. */
  runOf(listed: ListedRun): Run;
};

/** The results of a project, read on demand and again after one of their files changed. */
export type Stock = { project: Project; read(): Promise<Shelf> };

export function openStock(project: Project, reports: string): Stock {
  let last: { state: string; shelf: Promise<Shelf> } | null = null;
  return {
    project,
    read: () => {
      const state = stateOf([project.results, path.join(project.results, 'episodes'), reports]);
      if (last?.state !== state) last = { state, shelf: readShelf(project, reports) };
      return last.shelf;
    },
  };
}

async function readShelf(project: Project, reports: string): Promise<Shelf> {
  const { results } = project;
  const faults = new Set<string>();
  const onFault = (fault: string) => void faults.add(fault);
  const synthetic = existsSync(path.join(results, syntheticMarker));
  const isOutside = path.relative(project.root, results).startsWith('..');
  const origins = await openOrigins({
    checkout: synthetic || isOutside ? null : project,
    resultsDir: results,
    repositoryUrl,
  });
  const { commits, standings } = readSiteHistory(results, origins, onFault);
  const kept = await keptRuns(results, reports, onFault);
  const published = commits.flatMap(({ runs, ...commit }) => runs.map((run) => ({ ...run, commit })));
  const known = new Set(published.map(({ runId }) => runId));
  const played = kept.filter(({ run }) => !known.has(run.runId));
  const unpublished = played.map(({ run }) => ({
    ...runSummary(run, { attested: null, ownRecordings: null }),
    hasEvents: true,
    commit: null,
  }));
  return {
    runs: [...unpublished, ...published].toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
    standings,
    groups: leaderboard(standings, [], { asOf: null }).groups,
    kept,
    faults: [...faults],
    synthetic,
    runOf: ({ runId, commit }) => {
      const own =
        commit === null
          ? played.map(({ run }) => run)
          : readResultsFile(resultsFileOf(results, commit.sha)).runs;
      const run = own.find((each) => each.runId === runId);
      if (!run) throw new Error(`run ${runId} no longer exists`);
      return run;
    },
  };
}

/** Differs after a change of a file in these folders. */
function stateOf(folders: readonly string[]): string {
  return folders
    .flatMap((folder) => {
      if (!existsSync(folder)) return [];
      return readdirSync(folder)
        .sort()
        .map((name) => {
          const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
          return `${folder}/${name} ${found?.size} ${found?.mtimeMs}`;
        });
    })
    .join('\n');
}

/** An error lists this many of the newest ids. */
const named = 10;

/** A run by its id or a unique prefix of it. Throws `UserError` with the available ids. */
export function chooseRun({ runs }: Pick<Shelf, 'runs'>, asked: string, field = 'run'): ListedRun {
  const exact = runs.find(({ runId }) => runId === asked);
  const begun = runs.filter(({ runId }) => runId.startsWith(asked));
  const [only] = begun;
  if (exact) return exact;
  if (only && begun.length === 1) return only;
  const found = `${field}: got ${JSON.stringify(asked.slice(0, 100))}`;
  if (only)
    throw new UserError(`${found}, a prefix of ${begun.length} runs; expected one of ${idsOf(begun)}`);
  throw new UserError(
    runs.length === 0
      ? `${found}, but this project has no runs yet`
      : `${found}; expected the id of one of ${runs.length} runs (or a prefix), newest first: ${idsOf(runs)}`,
  );
}

/** A run, or the newest run of a leaderboard row, by its id or a unique prefix of it. Throws `UserError`. */
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
  const more = runs.length > named ? `, and ${runs.length - named} more (see list_runs)` : '';
  return `${runs
    .slice(0, named)
    .map(({ runId }) => runId)
    .join(', ')}${more}`;
}
