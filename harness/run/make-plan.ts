import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Adapter, AdapterOptions } from '../agents/adapter.ts';
import { chooseAgent } from '../agents/external/choose-agent.ts';
import { findAdapter, modelAdapterNames } from '../agents/index.ts';
import { modelCaps } from '../agents/models/caps.ts';
import type { Pace } from '../agents/models/proxy/model-proxy.ts';
import { findChromium, findHeadedChromium } from '../browser/chromium/find-chromium.ts';
import { readScreenshotClasses } from '../browser/screenshot.ts';
import { temporaryFolder } from '../platform/confine/temporary-folder.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { readText } from '../platform/files/read-json.ts';
import { readCheckout } from '../platform/git/checkout.ts';
import type { Project } from '../platform/project.ts';
import type { Environment, NotRun, Run } from '../results/records/result.ts';
import { totalsOf } from '../results/records/run-facts.ts';
import { checkInstalled } from '../servers/connect-server.ts';
import { devtools } from '../servers/devtools.ts';
import { chooseServer } from '../servers/index.ts';
import type { Server } from '../servers/server.ts';
import { publicTexts } from '../task/public-texts.ts';
import type { TaskFile } from '../task/read-tasks.ts';
import { instanceMaker } from '../task/templates/make-instances.ts';
import { redactorFor } from '../task/transcripts/redact.ts';
import { readWalkthrough } from '../task/walkthroughs/read-walkthrough.ts';
import { checkStartHosts } from './check-start-hosts.ts';
import { chooseTasks, type LeftOut, missingTasks } from './choose-tasks.ts';
import { environmentOf } from './environment.ts';
import { checkKeeping } from './eye-options.ts';
import { readKeyFile } from './key-file.ts';
import { openWebs } from './open-webs.ts';
import { episodeKey, type Plan, type PlannedEpisode, type PlannedRun } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { exchangeRecorder } from './record-exchanges.ts';
import { planIdAt } from './renew-plan.ts';
import { findReporter } from './reporters/index.ts';
import { resumeRuns } from './resume.ts';
import { runConfigOf } from './run-config.ts';
import { shardOf } from './shard-of.ts';
import { whyNotAppended } from './why-not-appended.ts';

/** Looks up and checks all that a run needs, before anything is played. Throws `UserError`. */
export async function makePlan(options: PlanOptions, given: NodeJS.ProcessEnv, pace?: Pace): Promise<Plan> {
  checkMoney(options);
  checkKeeping(options, given);
  // Asked for before anything is played: each episode has a folder there.
  temporaryFolder();
  const key = options.keyFile === null ? null : await readKeyFile(options.keyFile);
  // A copy: the command takes keys out of the process's own. The name makes it a secret to those that redact.
  const env = { ...given, ...(key === null ? {} : { CONTRACT_BENCH_MODEL_KEY: key }) };
  const maker = options.agent ? null : findAdapter(options.adapter);
  const chosen = maker?.server ?? chooseServer(options);
  await checkInstalled(chosen);
  findReporter(options.reporter);
  // It answers while the rest is read; what is the user's mistake is said before what it says.
  const findingChromium = options.eyes.headed ? findHeadedChromium(env) : findChromium(env);
  findingChromium.catch(() => {});
  const transcriptFolders = [
    ...(options.transcripts ? [options.transcripts] : []),
    ...options.project.recordings,
  ];
  const { transcripts, record } = options;
  if (transcripts !== null && !record && !(await stat(transcripts).catch(() => null))?.isDirectory())
    throw new UserError(
      `--transcripts ${transcripts}: there is no such folder; it must hold <server>/<task>.jsonl, or <task>.jsonl`,
    );
  const skill = readSkill(options.skill);
  const instances = instanceMaker(options.project);
  const adapter = await makeAdapter(options, {
    transcripts: transcriptFolders,
    script: options.script,
    walkthrough:
      options.walkthroughOf ??
      (async (taskId) =>
        (await readWalkthrough(options.project.suites, taskId)) ?? (await instances.walkthroughOf(taskId))),
    skill,
    env,
    key,
    ...(pace ? { pace } : {}),
    ...(options.recordModel ? { record: exchangeRecorder(options.out, redactorFor(env)) } : {}),
    model: options.model,
  });
  const drivesItself = adapter.agent?.door === 'cdp';
  if (drivesItself && options.record)
    throw new UserError(
      '--record: found an agent that drives the browser itself; there are no calls of a server to record',
    );
  const server = drivesItself ? devtools : chosen;
  if (options.mustBeModel && adapter.kind !== 'model')
    throw new UserError(
      `a real run needs a model: found adapter "${options.adapter}"; choose --adapter ${modelAdapterNames} (or OPENCHROME_BENCH_ADAPTER)`,
    );
  if (adapter.spending && adapter.spending.missing.length > 0 && !options.dryRun)
    throw new UserError(notThere(adapter));
  const { files, suites, left } = await chooseTasks(options);
  if (adapter.id === 'script' && files.length > 1 && !options.resume) {
    throw new UserError(
      `--adapter script plays one task; ${files.length} are chosen, choose one with --task`,
    );
  }
  const missing = await missingTasks(files, adapter, server, options.allowMissing);
  const checkout = await readCheckout(options.project, options.sha, env);
  const webs = await openWebs(options, [...new Set(files.map(({ suite }) => suite))], suites);
  checkStartHosts(files, webs);
  const chromium = await findingChromium;
  const plan: Omit<Plan, 'runs'> = {
    options,
    server,
    adapter,
    chromium,
    web: options.web === 'live' ? 'live' : 'hermetic',
    webs,
    suites,
    recorder: null,
    skill,
    screenshotClasses: await screenshotClassesOf(options.project),
    checkout,
    transcriptFolders,
    resultsFolder:
      options.save && whyNotAppended(options, checkout) === null ? options.project.results : null,
    redactor: (task) => redactorFor(env, publicTexts(task)),
    redactKeys: redactorFor(env),
  };
  const environment = environmentOf(chromium, checkout.dirty, env);
  const leftOut = new Set([
    ...left.map(({ suite }) => suite),
    ...files.filter(({ task }) => missing.has(task.id)).map(({ suite }) => suite),
  ]);
  const fresh = await planRuns(plan, files, { missing, left, partial: leftOut, server }, environment);
  const planned = options.shard
    ? shardOf(
        fresh,
        options.shard,
        options.save && whyNotAppended({ ...options, shard: null }, checkout) === null,
      )
    : fresh;
  return { ...plan, runs: options.resume ? await resumeRuns(planned, plan) : planned };
}

function checkMoney({ model, maxUsdTotal, recordModel, out, project }: PlanOptions): void {
  if (model.maxUsd !== null && model.maxUsd > modelCaps.defaultUsd && maxUsdTotal === null)
    throw new UserError(
      `--max-usd ${model.maxUsd}: above ${modelCaps.defaultUsd} it needs --max-usd-total, what all episodes together may cost`,
    );
  const below = project.results === null ? '..' : path.relative(project.results, path.resolve(out));
  if (recordModel && !below.startsWith('..'))
    throw new UserError(`--record-model: found --out ${out}; allowed is no folder below results/`);
}

function makeAdapter({ agent, adapter }: PlanOptions, options: AdapterOptions): Promise<Adapter> {
  return agent ? chooseAgent(agent, options) : findAdapter(adapter).make(options);
}

function notThere({ id, spending }: Adapter): string {
  return [`--adapter ${id}: missing is`, ...(spending?.missing ?? []).map((line) => `  ${line}`)].join('\n');
}

function readSkill(skill: PlanOptions['skill']): string | null {
  if (skill === null || 'text' in skill) return skill?.text ?? null;
  return readText(skill.file, `--skill ${skill.file}`);
}

type NotPlayed = {
  missing: ReadonlyMap<string, LeftOut>;
  left: readonly TaskFile[];
  partial: ReadonlySet<string>;
  server: Server;
};

async function planRuns(
  plan: Omit<Plan, 'runs'>,
  files: TaskFile[],
  { missing, left, partial, server }: NotPlayed,
  environment: Environment,
): Promise<PlannedRun[]> {
  const startedAt = new Date();
  const planId = planIdAt(startedAt);
  const bySuite = Map.groupBy(files, ({ suite }) => suite);
  return Promise.all(
    [...bySuite].map(async ([suite, ofSuite]) => {
      const played = ofSuite.filter(({ task }) => !missing.has(task.id));
      const config = await runConfigOf(plan, suite, played, partial.has(suite));
      const notRun = [
        ...ofSuite.flatMap(({ task: { id } }): NotRun[] => {
          const left = missing.get(id);
          return left ? [{ taskId: id, why: left.why }] : [];
        }),
        ...left.flatMap((file): NotRun[] =>
          file.suite === suite
            ? [{ taskId: file.task.id, why: server.cannot[file.task.id] ? 'cannot' : 'not_asked' }]
            : [],
        ),
      ];
      const run: Run = {
        runId: `${planId}-${suite}`,
        suite,
        complete: false,
        startedAt: startedAt.toISOString(),
        durationMs: 0,
        config,
        environment,
        artifactsSha256: null,
        ...(notRun.length > 0 ? { notRun } : {}),
        episodes: [],
        totals: totalsOf([]),
      };
      const scheduled = schedule(played, plan.options.trials);
      return {
        run,
        scheduled,
        order: scheduled.map(({ file, trial }) => episodeKey(file.task.id, trial)),
        notRun: ofSuite.flatMap(({ task }) => {
          const left = missing.get(task.id);
          return left ? [{ taskId: task.id, why: left.words }] : [];
        }),
      };
    }),
  );
}

function schedule(files: TaskFile[], trials: number): PlannedEpisode[] {
  return files.flatMap((file) => Array.from({ length: trials }, (_, index) => ({ file, trial: index + 1 })));
}

/** Those of the project, and of suites that it plays from elsewhere; its own come before another's of the same name. */
async function screenshotClassesOf({ suites }: Project): Promise<Plan['screenshotClasses']> {
  const all = await Promise.all(
    suites.map((folder) => readScreenshotClasses(path.join(folder, 'screenshots'))),
  );
  return Object.assign({}, ...all.reverse());
}
