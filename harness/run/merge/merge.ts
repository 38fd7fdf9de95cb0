import { cpSync, createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { appendTo, writeTo } from '../../platform/files/write-file.ts';
import { readCheckout } from '../../platform/git/checkout.ts';
import type { Project } from '../../platform/project.ts';
import { mergeShards, type PlacedRun } from '../../results/records/merge-shards.ts';
import type { Run } from '../../results/records/result.ts';
import { hasActed } from '../../results/records/run-facts.ts';
import { saveRun } from '../../results/store/save-run.ts';
import { readSavedRuns } from '../../results/verify/read-saved.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { Artifacts, perEpisodeFiles, strayArtifacts } from '../artifacts.ts';
import { exitCodeOf } from '../exit-code.ts';
import { writeReports } from '../reports/reports.ts';
import { type ReportSubject, scoreLine } from '../reports/score-line.ts';

export type MergeOptions = { project: Project; folders: readonly string[]; out: string; save: boolean };

/**
 * Merges the shards in these `--out` folders into one run per suite, with the reports and artefacts of an unsharded
 * run, and appends it to `results/` if the unsharded run would have been. Throws `UserError` if a shard is missing,
 * duplicated, incomplete or of another run; then nothing is written.
 */
export async function merge(
  { project, folders, out, save }: MergeOptions,
  { folder, env, commandLine }: { folder: string; env: NodeJS.ProcessEnv; commandLine: string },
): Promise<{ lines: string[]; exitCode: number; runs: Run[] }> {
  const distinct = [...new Set(folders.map((each) => path.resolve(folder, each)))];
  if (distinct.includes(path.resolve(folder, out)))
    throw new UserError(
      `merge: --out: got ${out}, a folder of a shard; expected another folder for the merged run`,
    );
  const found = (await Promise.all(folders.map(newestPlan))).flat();
  const placed = found.sort(bySuiteAndShard);
  const merged = [...Map.groupBy(placed, ({ run }) => run.suite).values()].map(mergeShards);
  const faults = merged.flatMap((each) => ('faults' in each ? each.faults : []));
  if (faults.length > 0) throw new UserError(faults.map((fault) => `merge: ${fault}`).join('\n'));
  const runs = merged.flatMap((each) => ('run' in each ? [each.run] : []));
  const sha = await onlySha(folders);
  const checkout = await readCheckout(project, sha, env);
  const isBench = folders.some((folder) => existsSync(path.join(folder, 'events.jsonl')));
  const artifacts = new Artifacts(out, { alsoOneEventsFile: isBench, append: false });
  await moveArtifacts(out, runs, placed);
  // A run with a skill, or of `bench`, is not for the leaderboard.
  const isSaved = save && placed.every(({ run }) => run.config.shard?.save);
  const resultsFolder = isSaved && sha ? project.results : null;
  const kept = resultsFolder ? runs.filter(hasActed) : [];
  let stored = '';
  for (const run of runs) {
    run.artifactsSha256 = await artifacts.manifest(run);
    if (kept.includes(run)) artifacts.keepBeside(project.results, run);
    artifacts.write(`${run.runId}.json`, `${JSON.stringify(run, null, 2)}\n`);
    if (kept.includes(run) && sha) stored = await saveRun(project.results, sha, checkout.commit, run);
  }
  const [first] = runs;
  const suites = suitesIn(await readSuites(project.suites, noPatternCheck));
  const reported: ReportSubject = {
    options: { openchromeNames: isBench, out, strict: false, web: first?.config.web ?? 'hermetic' },
    adapter: { id: first?.config.adapter ?? '' },
    server: { id: first?.config.server.id ?? '' },
    suites,
    checkout: { ...checkout, sha, dirty: runs.some(({ environment }) => environment.gitDirty) },
  };
  const end = { runs, interrupted: false, refused: null, resultsFile: null, notRecorded: [] };
  await writeReports(reported, artifacts, end, commandLine);
  const appended =
    kept.length > 0 ? `appended to results/${path.basename(stored)}` : 'nothing was appended to results/';
  return {
    lines: [
      ...runs.map((run) => `${scoreLine(run, suites)} (run ${run.runId})`),
      `${folders.length} shards merged into ${out}; ${appended}`,
    ],
    exitCode: exitCodeOf({ ...end, strict: false }),
    runs,
  };
}

/** The runs of the newest command whose artefacts are in a folder. Throws `UserError`. */
async function newestPlan(folder: string): Promise<PlacedRun[]> {
  const saved = await readSavedRuns(folder, 'merge');
  const faults = saved.flatMap((each) => each.faults.map((fault) => `${folder}/${each.name}: ${fault}`));
  if (faults.length > 0) throw new UserError(faults.join('\n'));
  const runs = saved.flatMap(({ run }) => (run ? [run] : []));
  const stray = runs.flatMap((run) => strayPaths(folder, run));
  if (stray.length > 0) throw new UserError(stray.join('\n'));
  const newest = runs
    .map(({ startedAt }) => startedAt)
    .sort()
    .at(-1);
  return runs.filter(({ startedAt }) => startedAt === newest).map((run) => ({ place: folder, run }));
}

/** In the order of the unsharded run, so that the order of the folders does not matter. */
function bySuiteAndShard(a: PlacedRun, b: PlacedRun): number {
  const [x, y] = [a.run.config.shard, b.run.config.shard];
  return (x?.before ?? 0) - (y?.before ?? 0) || (x?.index ?? 0) - (y?.index ?? 0);
}

function strayPaths(folder: string, run: Run): string[] {
  return run.episodes
    .flatMap(strayArtifacts)
    .map((file) => `merge: ${folder}: run ${run.runId}: artefact "${file}" is outside the artefact folders`);
}

const Timings = z.object({ sha: z.string().nullable() });

/** The commit that all shards were played for. Throws `UserError` if they differ. */
async function onlySha(folders: readonly string[]): Promise<string | null> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const file = path.join(folder, 'timings.json');
      const text = await readFile(file, 'utf8').catch(() => null);
      const parsed = text === null ? null : Timings.safeParse(jsonOrUndefined(text));
      if (!parsed?.success)
        throw new UserError(
          `merge: ${file}: the commit of the shard is missing, because the shard is incomplete`,
        );
      return { folder, sha: parsed.data.sha };
    }),
  );
  const [first] = found;
  const other = found.find(({ sha }) => sha !== first?.sha);
  if (first && other)
    throw new UserError(
      `merge: ${other.folder}: commit: got ${other.sha ?? 'none'}; expected ${first.sha ?? 'none'}, as in ${first.folder}`,
    );
  return first?.sha ?? null;
}

/**
 * Copies the artefacts of the shards into `out`, with the ids of the merged runs and in the order of their episodes.
 */
async function moveArtifacts(out: string, runs: readonly Run[], placed: readonly PlacedRun[]): Promise<void> {
  const mergedOf = new Map(
    placed.map(({ run }) => [run.runId, runs.find(({ suite }) => suite === run.suite)]),
  );
  const ofEpisodes = perEpisodeFiles.map((name) => ({ name, lines: new Map<string, string>() }));
  // After an earlier merge into the same folder, appended files must begin empty.
  for (const { runId } of runs) rmSync(path.join(out, 'events', `${runId}.jsonl`), { force: true });
  for (const folder of new Set(placed.map(({ place }) => place))) {
    const pictures = path.join(folder, 'pictures');
    if (existsSync(pictures)) cpSync(pictures, path.join(out, 'pictures'), { recursive: true });
    for (const { name, lines } of ofEpisodes)
      await eachLine(path.join(folder, name), (line) => {
        const merged = mergedOf.get(line.runId);
        if (merged) lines.set(keyOf(merged.runId, line), JSON.stringify({ ...line, runId: merged.runId }));
      });
    await eachLine(path.join(folder, 'events.jsonl'), (line) => {
      const runId = mergedOf.get(line.runId)?.runId;
      if (runId) appendLine(path.join(out, 'events.jsonl'), { ...line, runId });
    });
  }
  for (const { place, run } of placed) {
    const merged = mergedOf.get(run.runId);
    if (!merged) continue;
    await eachLine(path.join(place, 'events', `${run.runId}.jsonl`), (line) =>
      appendLine(path.join(out, 'events', `${merged.runId}.jsonl`), { ...line, runId: merged.runId }),
    );
    for (const { taskId, trial } of run.episodes) {
      const result = merged.episodes.find((each) => each.taskId === taskId && each.trial === trial);
      if (result) moveEpisode(place, out, merged.runId, result.artifacts);
    }
  }
  for (const { name, lines } of ofEpisodes) {
    const inOrder = runs.flatMap(({ runId, episodes }) =>
      episodes.flatMap((result) => lines.get(keyOf(runId, result)) ?? []),
    );
    writeTo(path.join(out, name), inOrder.map((line) => `${line}\n`).join(''));
  }
}

function moveEpisode(
  place: string,
  out: string,
  runId: string,
  artifacts: Run['episodes'][number]['artifacts'],
) {
  const file = path.join(place, artifacts.report);
  if (existsSync(file)) {
    const report = { ...JSON.parse(readFileSync(file, 'utf8')), runId, artifacts };
    writeTo(path.join(out, artifacts.report), `${JSON.stringify(report, null, 2)}\n`);
  }
  if (!artifacts.screenshot) return;
  const folder = path.dirname(artifacts.screenshot);
  cpSync(path.join(place, folder), path.join(out, folder), { recursive: true });
}

type Line = { runId: string; taskId: string; trial: number };

async function eachLine(file: string, take: (line: Line) => void): Promise<void> {
  if (!existsSync(file)) return;
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  }))
    if (text !== '') take(JSON.parse(text));
}

function appendLine(file: string, line: Line): void {
  appendTo(file, `${JSON.stringify(line)}\n`);
}

function keyOf(runId: string, { taskId, trial }: { taskId: string; trial: number }): string {
  return `${runId} ${taskId} ${trial}`;
}
