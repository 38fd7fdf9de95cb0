import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../../platform/project.ts';
import { readResultsFile } from '../../results/records/read-history.ts';
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
import { syntheticMarker } from '../board/synthetic-marker.ts';
import { type KeptRun, keptRuns } from '../show/kept-runs.ts';

/** A run that is listed: of a commit, or of the folder of reports alone. */
export type ListedRun = RunSummary & { commit: Pick<CommitSummary, 'sha' | 'date' | 'subject'> | null };

/** What there is to ask about, as it lay there when it was read. */
export type Shelf = {
  /** The newest first. */
  runs: readonly ListedRun[];
  standings: readonly StandingGroup[];
  /** The groups of leaderboard.json. */
  groups: ReturnType<typeof leaderboard>['groups'];
  /** Runs whose events are kept. */
  kept: readonly KeptRun[];
  /** Files that are left out, each with what is wrong in it. */
  faults: readonly string[];
  /** Invented results. */
  synthetic: boolean;
  /** All of a run that is listed. */
  runOf(listed: ListedRun): Run;
};

/** The results of a project, read when they are asked for and again when a file of them changed. */
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
    checkout: synthetic || isOutside ? null : { root: project.root, results },
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
          : readResultsFile(path.join(results, `${commit.sha}.json`)).runs;
      const run = own.find((each) => each.runId === runId);
      if (!run) throw new Error(`run ${runId} is gone`);
      return run;
    },
  };
}

/** Changes where a file of these folders does. */
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
