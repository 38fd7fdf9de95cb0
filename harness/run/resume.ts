import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { jsonOrUndefined } from '../platform/errors/json.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { withAnsweredModel, withToolChoice } from '../results/records/comparability-key.ts';
import { readResultsFile, resultsFilesIn } from '../results/records/read-history.ts';
import { Run, type Shard } from '../results/records/result.ts';
import type { ModelRecord } from '../results/records/run-identity.ts';
import { episodeKey, type Plan, type PlannedRun } from './plan.ts';

/**
 * Continues an interrupted plan: each planned run takes over the id, the start and the finished episodes of the stored
 * run of its suite, and only the missing episodes stay scheduled. `--resume` names one of the runs, or all of them (the
 * run id without its suite). Throws `UserError` if the run is unknown, complete or of another configuration.
 */
export async function resumeRuns(
  planned: PlannedRun[],
  { options, resultsFolder, checkout }: Omit<Plan, 'runs'>,
): Promise<PlannedRun[]> {
  const found = await storedRuns(options.out, resultsFolder);
  const stored = found.map(({ run }) => run);
  const asked = options.resume ?? '';
  const named = stored.find(({ runId, suite }) => runId === asked || runId === `${asked}-${suite}`);
  if (!named) {
    const open = stored.filter(({ complete }) => !complete).map(({ runId }) => runId);
    throw new UserError(
      `--resume: no run "${asked}" in results/ or ${options.out}; ${open.length > 0 ? `unfinished runs: ${open.join(', ')}` : 'there are no unfinished runs'}`,
    );
  }
  const sha = found.find(({ run }) => run === named)?.sha;
  if (sha && sha !== checkout.sha) {
    throw new UserError(
      `--resume: run ${named.runId} belongs to commit ${sha}, but the checkout is at ${checkout.sha}; check out that commit, or pass --sha ${sha}`,
    );
  }
  const planId = named.runId.slice(0, -(named.suite.length + 1));
  const ofPlan = stored.filter(({ runId, suite }) => runId === `${planId}-${suite}`);
  const taken = planned.flatMap((plan) => {
    const run = ofPlan.find(({ suite }) => suite === plan.run.suite);
    return run ? [takeOver(plan, run)] : [];
  });
  if (taken.every(({ scheduled }) => scheduled.length === 0))
    throw new UserError(`--resume: run ${asked} is complete; nothing is missing`);
  return taken;
}

function takeOver(plan: PlannedRun, stored: Run): PlannedRun {
  // A warm-up request of the stored run found the choice of tools, and the next one keeps to it.
  const planned = isFound(plan.run, stored) ? withToolChoice(plan.run, stored.config.toolChoice) : plan.run;
  const asked = planned.config;
  // If the model has not answered yet, the run is stored without it.
  const sameEpisodes = withAnsweredModel({ ...planned, episodes: stored.episodes });
  const isWithout = stored.config.model === null;
  if (
    stored.config.comparabilityKey !== (isWithout ? sameEpisodes.config : asked).comparabilityKey ||
    stored.config.server.id !== plan.run.config.server.id ||
    stored.config.adapter !== plan.run.config.adapter
  ) {
    throw new UserError(
      `--resume: run ${stored.runId} was played with other tasks, web, limits, server or adapter (${stored.config.adapter} on ${stored.config.server.id}); pass the same options, or start a new run`,
    );
  }
  if (!isWithout && !isSameModel(stored.config.model, asked.model))
    throw new UserError(
      `--resume: run ${stored.runId} was played by ${modelWords(stored.config.model)}; got ${modelWords(asked.model)}. Pass the same model with the same options, or start a new run`,
    );
  const [before, now] = [stored, plan.run].map(({ config }) => shardName(config.shard));
  if (before !== now)
    throw new UserError(
      `--resume: got ${now}; expected ${before}, as in run ${stored.runId}. Pass the same --shard`,
    );
  const { model, price, answerCut, limits, comparabilityKey } = asked;
  const ofModel = isWithout ? { model, price, answerCut, limits, comparabilityKey } : {};
  const done = new Set(stored.episodes.map(({ taskId, trial }) => episodeKey(taskId, trial)));
  return {
    ...plan,
    run: {
      ...stored,
      config: { ...stored.config, ...ofModel },
      complete: false,
      environment: { ...plan.run.environment, ...contendedOf(stored) },
    },
    scheduled: plan.scheduled.filter(({ file, trial }) => !done.has(episodeKey(file.task.id, trial))),
  };
}

function isFound({ config: { kind, model, toolChoice } }: Run, { config }: Run): boolean {
  const isPaid = kind === 'model' && model !== null && model.endpoint !== 'local';
  return isPaid && toolChoice === undefined && config.toolChoice !== undefined;
}

/** Whether two records name the same model, asked in the same way. The model that answered is known only later. */
export function isSameModel(one: ModelRecord | null, other: ModelRecord | null): boolean {
  const asked = (model: ModelRecord | null) => model && { ...model, answered: null };
  return isDeepStrictEqual(asked(one), asked(other));
}

function modelWords(model: ModelRecord | null): string {
  if (model === null) return 'no model';
  const weights = model.local?.weights.map(({ sha256 }) => sha256).join(', ');
  return `${model.asked} (${weights ?? `${model.api}, ${model.endpoint}`})`;
}

function shardName(shard: Shard | undefined): string {
  return shard ? `shard ${shard.index}/${shard.count}` : 'no shard';
}

function contendedOf({ environment }: Run): { contended?: true } {
  return environment.contended ? { contended: true } : {};
}

type StoredRun = { run: Run; sha: string | null };

async function storedRuns(out: string, resultsFolder: string | null): Promise<StoredRun[]> {
  const inResults = (resultsFolder ? resultsFilesIn(resultsFolder) : []).flatMap(({ file }) => {
    const { sha, runs } = readResultsFile(file);
    return runs.map((run): StoredRun => ({ run, sha }));
  });
  const known = new Set(inResults.map(({ run }) => run.runId));
  const inOut = await Promise.all(
    (await namesIn(out))
      .filter((name) => runFile.test(name))
      .map((name) => readFile(path.join(out, name), 'utf8')),
  );
  // An incompletely written file is ignored.
  const runs = inOut.flatMap((text) => Run.safeParse(jsonOrUndefined(text)).data ?? []);
  return [
    ...inResults,
    ...runs.filter(({ runId }) => !known.has(runId)).map((run): StoredRun => ({ run, sha: null })),
  ];
}

const runFile = /^\d{8}T\d{6}Z-[^.]+\.json$/;

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
