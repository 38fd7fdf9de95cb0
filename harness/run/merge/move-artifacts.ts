import { cpSync, createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { appendTo, writeTo } from '../../platform/files/write-file.ts';
import type { PlacedRun } from '../../results/records/merge-shards.ts';
import type { Run } from '../../results/records/result.ts';
import { perEpisodeFiles } from '../artifacts.ts';

/** Copies what the shards left into `out`, under the ids of the merged runs and in the order of their episodes. */
export async function moveArtifacts(
  out: string,
  runs: readonly Run[],
  placed: readonly PlacedRun[],
): Promise<void> {
  const mergedOf = new Map(
    placed.map(({ run }) => [run.runId, runs.find(({ suite }) => suite === run.suite)]),
  );
  const ofEpisodes = perEpisodeFiles.map((name) => ({ name, lines: new Map<string, string>() }));
  // Merged before into the same folder: what is appended to must begin anew.
  for (const { runId } of runs) rmSync(path.join(out, 'events', `${runId}.jsonl`), { force: true });
  for (const folder of new Set(placed.map(({ place }) => place))) {
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
