import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseAs, parseJson } from '../../platform/errors/json.ts';
import { asCommitted } from '../../platform/files/as-written.ts';
import { readJson } from '../../platform/files/read-json.ts';
import type { Git } from '../../platform/git/git.ts';
import { mergeResultsFiles } from '../../results/records/merge-results-files.ts';
import {
  commitOfPath,
  joined,
  mostResultsBytes,
  parseRunFile,
  readResultsFile,
  resultsFileOf,
} from '../../results/records/read-history.ts';
import { noResultOfSkills } from '../../results/records/read-skill-runs.ts';
import { ResultsFile } from '../../results/records/result.ts';
import { resultsText, runFile, tooLarge } from '../../results/records/results-text.ts';
import { SkillRun } from '../../results/records/skill-run.ts';
import { type BlobIds, type Own, resultsIn } from './find-checkout.ts';
import type { CommitContent } from './push-on-top.ts';

/** The content of a commit on top of the branch's tip. */
export type CommitPlan = {
  files: CommitContent;
  /** Runs that are new on the branch, and their measured commits. */
  added: string[];
  shas: string[];
  /** Results that cannot be published, each with the reason. */
  conflicts: string[];
};

/**
 * Compares local results with those of the branch; its tip is null if the branch does not exist. Nothing on the branch is
 * lost: runs of one commit are merged by run id, and files that only the branch has changed stay. Throws `UserError` for
 * invalid results.
 *
 * Results of a commit that are split into one file for each run, here or there, are split in the plan too; a `<sha>.json` of
 * the branch is then removed.
 */
export async function planCommit(
  git: Git,
  { top, place, files, atHead }: Own,
  tip: string | null,
  { mostBytes = mostResultsBytes }: { mostBytes?: number } = {},
): Promise<CommitPlan> {
  const theirs = tip ? await resultsIn(git, tip, place) : new Map<string, string>();
  const plan: CommitPlan = { files: [], added: [], shas: [], conflicts: [] };
  const write = (name: string, content: string | Buffer) => plan.files.push({ path: name, content });
  const isAncestor = onceAsked(async () => {
    if (!tip) return false;
    return (await git.attempt(['merge-base', '--is-ancestor', 'HEAD', tip])).ok;
  });
  const planned = new Set<string>();
  for (const [name, mine] of files) {
    const there = theirs.get(name);
    const before = atHead.get(name);
    if (mine === there) continue;
    // Here only by inheritance: the branch has moved on since, and may have dropped it.
    if (mine === before && (there !== undefined || (await isAncestor()))) continue;
    const within = name.slice(place.length + 1);
    const sha = commitOfPath(within);
    if (sha !== null) {
      if (!planned.has(sha)) await addRuns(plan, sha, { git, top, place, theirs, mostBytes });
      planned.add(sha);
      continue;
    }
    const ofBranch = there === undefined ? null : await git.run(['cat-file', 'blob', there], { whole: true });
    const file = path.join(top, name);
    const kind = kindOf(within);
    const noResult = within.startsWith('skills/runs/') ? noResultIn(file) : null;
    if (noResult !== null) plan.conflicts.push(`${name}: invalid result: ${noResult}`);
    else if (ofBranch === null) write(name, asCommitted(readFileSync(file)));
    else if (kind === 'index') {
      const merged = mergeSkillIndex(readFileSync(file, 'utf8'), ofBranch);
      if (merged !== ofBranch) write(name, merged);
    } else if (kind === 'document' && there === before) write(name, asCommitted(readFileSync(file)));
    else plan.conflicts.push(`${name}: the branch has another version; nothing is overwritten`);
  }
  // Kept only until a newer record has the costs of the release.
  for (const [name, before] of atHead)
    if (name.startsWith(`${place}/servers/v1/`) && !files.has(name) && theirs.get(name) === before)
      plan.files.push({ path: name, content: null });
  return plan;
}

/**
 * `index`: merged by run id. `document`: rewritten, such as a record of a server, which gets its parts one after the other.
 * `record`: never changes.
 */
function kindOf(name: string): 'index' | 'document' | 'record' {
  if (name === 'skills/index.json') return 'index';
  if (name.startsWith('servers/')) return 'document';
  return /^[^/]+$/.test(name) ? 'document' : 'record';
}

type Published = { git: Git; top: string; place: string; theirs: BlobIds; mostBytes: number };

async function addRuns(
  plan: CommitPlan,
  sha: string,
  { git, top, place, theirs, mostBytes }: Published,
): Promise<void> {
  const name = `${place}/${sha}.json`;
  const parts = [...theirs].filter(([each]) => each.startsWith(`${place}/${sha}/`));
  const whole = theirs.get(name);
  const wholeText = whole === undefined ? null : await git.run(['cat-file', 'blob', whole], { whole: true });
  const there = [
    ...(wholeText === null ? [] : [parseJson(`${name} of the branch`, ResultsFile, wholeText)]),
    ...(await Promise.all(parts.map(async ([each, id]) => parseRunFile(each, await git.blob(id))))),
  ];
  const file = resultsFileOf(path.join(top, place), sha);
  const ours = readResultsFile(file);
  const { merged, added, conflicts } = mergeResultsFiles(
    there.length > 0 ? joined(there) : { ...ours, runs: [] },
    ours,
  );
  plan.conflicts.push(
    ...conflicts.map(
      (runId) => `${name}: run ${runId}: the branch has another version; nothing is overwritten`,
    ),
  );
  const content = parseAs(file, ResultsFile, merged);
  const before = plan.files.length;
  if (parts.length > 0 || !file.endsWith('.json')) {
    const known = new Set(parts.map(([each]) => each));
    for (const run of content.runs) {
      const own = `${place}/${sha}/${run.runId}.json.gz`;
      if (!known.has(own)) plan.files.push({ path: own, content: runFile(content, run) });
    }
    if (whole !== undefined) plan.files.push({ path: name, content: null });
  } else {
    const text = resultsText(content);
    const fault = tooLarge(name, Buffer.byteLength(text), mostBytes);
    if (fault !== null) plan.conflicts.push(fault);
    else if (text !== wholeText) plan.files.push({ path: name, content: text });
  }
  if (plan.files.length === before) return;
  plan.added.push(...added);
  plan.shas.push(sha);
}

/** Why the file is not a run of the skill benchmark; null for a valid run. */
function noResultIn(file: string): string | null {
  return noResultOfSkills(readJson(file, SkillRun));
}

function onceAsked<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= ask();
    return answer;
  };
}

/** The fields of the index of skill runs that a merge needs; the index can always be rebuilt from the runs. */
const Index = z.looseObject({
  updated_at: z.iso.datetime(),
  runs: z.array(z.looseObject({ runId: z.string(), createdAt: z.iso.datetime() })),
});

/** Merges two texts of `results/skills/index.json`: each run once, newest first, the same in either order. */
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
