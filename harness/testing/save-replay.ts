import { judgeVersion } from '../judge/judge-version.ts';
import { sha256 } from '../platform/digest.ts';
import { projectAt } from '../platform/project.ts';
import { exampleFailure, exampleResult, exampleRun } from '../results/examples/example-run.ts';
import { ownId } from '../results/records/custom-id.ts';
import type { Run } from '../results/records/result.ts';
import { saveRun } from '../results/store/save-run.ts';
import {
  type HeldProject,
  installedState,
  layoutOf,
  readState,
} from '../results/verify/against-git/commit-state.ts';

export type SavedReplay = {
  sha: string;
  suite: string;
  failed?: string;
  server?: Run['config']['server'];
  /** Where the folders of the project have no usual names. */
  project?: HeldProject;
};

/** Saves a run of a suite as its replay at `sha` would, without a browser; `failed` names the task that does not pass. */
export async function saveReplay(
  folder: string,
  { sha, suite, failed, server = exampleRun().config.server, project = projectAt(folder) }: SavedReplay,
): Promise<Run> {
  const state = await readState(folder, layoutOf(project), await installedState(project));
  const played = state.suites.get(suite);
  if (!played) throw new Error(`${folder} has no suite ${suite}`);
  const episodes = [...played.taskSha256].map(([taskId, taskSha256], index) => ({
    ...(taskId === failed ? exampleFailure({ taskId }) : exampleResult({ taskId })),
    taskSha256,
    // No two runs take the same time: a million times, in tenths, which is what is saved.
    durationMs: 1000 + index + (Number.parseInt(sha.slice(0, 8), 16) % 1_000_000) / 10,
  }));
  const runId = `20260102T030405Z-${sha.slice(0, 6)}-${suite}`;
  const { maxSteps, maxDurationMs } = played.limits.hermetic;
  const config = {
    server,
    judge: judgeVersion,
    edition: played.edition,
    limits: { maxSteps, maxDurationMs, maxUsd: null, maxTokens: null },
    webSha256: played.web.sha256,
    transcriptsSha256: state.recordings(ownId(server.id), [...played.taskSha256.keys()]),
  };
  const startedAt = new Date().toISOString();
  const run = exampleRun({ runId, suite, startedAt, episodes, config, artifactsSha256: sha256(runId) });
  await saveRun(project.results, sha, { date: null, parents: [] }, run);
  return run;
}
