import * as z from 'zod';
import type { Contract } from '../../harness/judge/contract.ts';
import { Outcome } from '../../harness/judge/outcome.ts';
import { type ClauseVerdict, Evidence, type LeafEvidence } from '../../harness/judge/verdict.ts';
import { verdictOf } from '../../harness/judge/verdict-of.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import type { TaskFile } from '../../harness/task/read-tasks.ts';
import type { RunOf } from '../history/commits.ts';

/** One independent observation of an episode's browser, with the outcome of each clause. */
type Look = { look: 'first' | 'second'; atMs: number; outcome: Outcome; clauses: ClauseVerdict[] };

/** The observations that an episode's events have. */
export type Looks = {
  /** Outcomes of the contract after the start page and each call; these do not decide. */
  steps: Outcome[];
  /** In order of time; the first one is taken again if it did not pass. */
  looks: Look[];
};

const Line = z.object({ taskId: z.string(), trial: z.int(), type: z.string() });
const ContractEval = z.object({
  atMs: z.number(),
  look: z.enum(['step', 'first', 'second']),
  outcome: Outcome,
  evidence: Evidence,
});

/** The observations of one episode in the events of its run; `contract` must be the contract that judged it. */
export function looksOf(
  events: string,
  { taskId, trial }: { taskId: string; trial: number },
  contract: Contract,
): Looks {
  const evals = events
    .split('\n')
    .filter((line) => line.includes('"contract_eval"'))
    .map((line): unknown => JSON.parse(line))
    .filter((line) => {
      const place = Line.parse(line);
      return place.type === 'contract_eval' && place.taskId === taskId && place.trial === trial;
    })
    .map((line) => ContractEval.parse(line));
  return {
    steps: evals.flatMap(({ look, outcome }) => (look === 'step' ? [outcome] : [])),
    looks: evals.flatMap(({ look, atMs, outcome, evidence }) =>
      look === 'step' ? [] : [{ look, atMs, outcome, clauses: clausesOf(contract, evidence) }],
    ),
  };
}

/** The clauses in words: the wanted values from the contract, the observed ones from the evidence. */
function clausesOf(contract: Contract, evidence: Evidence): ClauseVerdict[] {
  const leaves = leavesOf(evidence);
  return verdictOf(contract, (clause, position) => {
    const leaf = leaves[position];
    if (leaf?.kind !== clause.kind) throw new Error(`evidence of ${clause.kind} must be at leaf ${position}`);
    return leaf;
  }).clauses;
}

function leavesOf(evidence: Evidence): LeafEvidence[] {
  return 'children' in evidence ? evidence.children.flatMap(leavesOf) : [evidence];
}

/** A stored episode that is shown as an example, and why. */
export type LookExample = Looks & {
  verify: TaskFile['task']['verify'];
  title: string;
  sha: string;
  run: Run;
  episode: Result;
};

type Sources = {
  standings: readonly StandingGroup[];
  taskFiles: readonly TaskFile[];
  runOf: RunOf;
  eventsOf(run: Run): string | null;
};

/**
 * Examples from the newest leaderboard runs with stored events: for each way of observing twice, the first passed episode
 * of the oracle; and the first failed episode of a baseline. Tasks that have changed since are skipped.
 */
export function lookExamples({ standings, taskFiles, runOf, eventsOf }: Sources): LookExample[] {
  const tasks = new Map(taskFiles.map((file) => [file.task.id, file]));
  const rows = standings
    .filter(({ superseded }) => !superseded)
    .flatMap(({ kind, rows }) => rows.map(({ sha, runId, startedAt }) => ({ kind, sha, runId, startedAt })))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  const first = (
    kind: StandingGroup['kind'],
    isWanted: (episode: Result, file: TaskFile) => boolean,
  ): LookExample[] => {
    for (const { sha, runId } of rows.filter((row) => row.kind === kind)) {
      const run = runOf({ sha, runId });
      const episode = run.episodes.find((each) => {
        const file = tasks.get(each.taskId);
        return file?.taskSha256 === each.taskSha256 && isWanted(each, file);
      });
      const file = episode && tasks.get(episode.taskId);
      const events = file && eventsOf(run);
      if (!file || !events) continue;
      const { verify, title, success } = file.task;
      return [{ ...looksOf(events, episode, success), verify, title, sha, run, episode }];
    }
    return [];
  };
  const passing = (['reload', 'live', 'state'] as const).flatMap((verify) =>
    first('oracle', ({ status }, { task }) => status === 'passed' && task.verify === verify),
  );
  return [...passing, ...first('baseline', ({ status }) => status === 'failed')];
}
