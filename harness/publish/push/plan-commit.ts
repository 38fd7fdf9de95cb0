import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseAs, parseJson } from '../../platform/errors/json.ts';
import { asCommitted } from '../../platform/files/as-written.ts';
import { readJson } from '../../platform/files/read-json.ts';
import type { Git } from '../../platform/git/git.ts';
import { mergeResultsFiles } from '../../results/records/merge-results-files.ts';
import { readResultsFile } from '../../results/records/read-history.ts';
import { noResultOfSkills } from '../../results/records/read-skill-runs.ts';
import { ResultsFile } from '../../results/records/result.ts';
import { SkillRun } from '../../results/records/skill-run.ts';
import { resultsText } from '../../results/store/save-run.ts';
import { type Own, resultsIn } from './find-checkout.ts';
import type { CommitContent } from './push-on-top.ts';

/** What a commit on top of the branch's tip would write. */
export type CommitPlan = {
  files: CommitContent;
  /** Runs that the branch does not have, and the commits that were measured. */
  added: string[];
  shas: string[];
  /** What cannot be published, in words. */
  conflicts: string[];
};

/**
 * Compares our results with those of the branch, whose tip is null where there is no such branch. Nothing that the
 * branch has goes: runs of one commit are united by run id, and what only the branch has changed stays as it is there.
 * Throws `UserError` for results that are not valid.
 */
export async function planCommit(
  git: Git,
  { top, place, files, atHead }: Own,
  tip: string | null,
): Promise<CommitPlan> {
  const theirs = tip ? await resultsIn(git, tip, place) : new Map<string, string>();
  const plan: CommitPlan = { files: [], added: [], shas: [], conflicts: [] };
  const write = (name: string, content: string | Buffer) => plan.files.push({ path: name, content });
  const isAncestor = onceAsked(async () => {
    if (!tip) return false;
    return (await git.attempt(['merge-base', '--is-ancestor', 'HEAD', tip])).ok;
  });
  for (const [name, mine] of files) {
    const there = theirs.get(name);
    const before = atHead.get(name);
    if (mine === there) continue;
    // Ours only by inheritance: the branch has gone on since, and may have dropped it.
    if (mine === before && (there !== undefined || (await isAncestor()))) continue;
    const ofBranch = there === undefined ? null : await git.run(['cat-file', 'blob', there], { whole: true });
    const file = path.join(top, name);
    const within = name.slice(place.length + 1);
    const kind = kindOf(within);
    const noResult = within.startsWith('skills/runs/') ? noResultIn(file) : null;
    if (noResult !== null) plan.conflicts.push(`${name}: is no result: ${noResult}`);
    else if (kind === 'runs') addRuns(plan, name, file, ofBranch);
    else if (ofBranch === null) write(name, asCommitted(readFileSync(file)));
    else if (kind === 'index') {
      const merged = mergeSkillIndex(readFileSync(file, 'utf8'), ofBranch);
      if (merged !== ofBranch) write(name, merged);
    } else if (kind === 'document' && there === before) write(name, asCommitted(readFileSync(file)));
    else plan.conflicts.push(`${name}: the branch has it with other bytes; nothing is overwritten`);
  }
  return plan;
}

/** `runs`: united by run id. `index`: united by run id too. `document`: written anew. `record`: never changes. */
function kindOf(name: string): 'runs' | 'index' | 'document' | 'record' {
  if (/^[0-9a-f]{7,64}\.json$/.test(name)) return 'runs';
  if (name === 'skills/index.json') return 'index';
  return /^[^/]+$/.test(name) ? 'document' : 'record';
}

function addRuns(plan: CommitPlan, name: string, file: string, ofBranch: string | null): void {
  const { ours, theirs } = readBoth(name, file, ofBranch);
  const { merged, added, conflicts } = mergeResultsFiles(theirs, ours);
  plan.conflicts.push(
    ...conflicts.map(
      (runId) => `${name}: run ${runId}: the branch has it with other bytes; nothing is overwritten`,
    ),
  );
  const text = resultsText(parseAs(file, ResultsFile, merged));
  if (text === ofBranch) return;
  plan.files.push({ path: name, content: text });
  plan.added.push(...added);
  plan.shas.push(ours.sha);
}

/** Throws `UserError` for what is no run of the skill benchmark. */
function noResultIn(file: string): string | null {
  return noResultOfSkills(readJson(file, SkillRun));
}

function readBoth(name: string, file: string, ofBranch: string | null) {
  const ours = readResultsFile(file);
  if (ofBranch === null) return { ours, theirs: { ...ours, runs: [] } };
  return { ours, theirs: parseJson(`${name} of the branch`, ResultsFile, ofBranch) };
}

function onceAsked<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}

/** What of the index of skill runs must be known to unite two; it can always be made again from the runs. */
const Index = z.looseObject({
  updated_at: z.iso.datetime(),
  runs: z.array(z.looseObject({ runId: z.string(), createdAt: z.iso.datetime() })),
});

/** Two texts of `results/skills/index.json` as one: each run once, newest first, whoever is merged into whom. */
function mergeSkillIndex(ours: string, theirs: string): string {
  const [a, b] = [ours, theirs].map((text) => Index.parse(JSON.parse(text)));
  if (!a || !b) return theirs;
  const byId = new Map([...a.runs, ...b.runs].map((entry) => [entry.runId, entry]));
  const runs = [...byId.values()].sort(
    (x, y) => Date.parse(y.createdAt) - Date.parse(x.createdAt) || (x.runId < y.runId ? 1 : -1),
  );
  if (runs.length === b.runs.length) return theirs;
  const updated_at = a.updated_at > b.updated_at ? a.updated_at : b.updated_at;
  return `${JSON.stringify({ ...b, updated_at, runs }, null, 2)}\n`;
}
