import { appendFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltInAgent, BuiltInAgentOptions } from '../agents/built-in-agent.ts';
import { chooseAgent } from '../agents/external/choose-agent.ts';
import { findBuiltInAgent, modelAgentNames } from '../agents/index.ts';
import { apis } from '../agents/models/apis/index.ts';
import { modelCaps } from '../agents/models/caps.ts';
import { answerRecorder } from '../agents/models/local/record-answers.ts';
import type { Exchange, Pace } from '../agents/models/proxy/model-proxy.ts';
import { findChromium, findHeadedChromium } from '../browser/chromium/find-chromium.ts';
import { readScreenshotClasses } from '../browser/screenshot.ts';
import { temporaryFolder } from '../platform/confine/temporary-folder.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { readText } from '../platform/files/read-json.ts';
import { readCheckout } from '../platform/git/checkout.ts';
import { wantedConfinement } from '../platform/process/switches.ts';
import type { Project } from '../platform/project.ts';
import { printed } from '../platform/words/printed.ts';
import { checkInstalled } from '../servers/connect-server.ts';
import { devtools } from '../servers/devtools.ts';
import { chooseServer } from '../servers/index.ts';
import { serverIn } from '../servers/script-tools.ts';
import type { Server } from '../servers/server.ts';
import { publicTexts } from '../task/given.ts';
import { instanceMaker } from '../task/templates/make-instances.ts';
import { type Redact, redactorFor } from '../task/transcripts/redact.ts';
import { readReferenceSolution } from '../task/walkthroughs/read-walkthrough.ts';
import { chooseTasks, missingTasks } from './choose-tasks.ts';
import { checkKeeping, whyNotAppended } from './eye-options.ts';
import { checkStartHosts, openWebs } from './open-webs.ts';
import { openedPages } from './pages/opened-pages.ts';
import type { Plan } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { planRuns } from './plan-runs.ts';
import { findReporter } from './reporters/index.ts';
import { resumeRuns } from './resume.ts';

/** Looks up and checks everything that a run needs before it plays. Throws `UserError`. */
export async function makePlan(options: PlanOptions, given: NodeJS.ProcessEnv, pace?: Pace): Promise<Plan> {
  checkMoney(options);
  checkKeeping(options, given);
  // Checked before anything is played, because each episode has a folder there.
  temporaryFolder();
  const key = options.keyFile === null ? null : await readKeyFile(options.keyFile);
  // A copy, because the command removes keys from the process's own environment. The name marks the key as a secret for redaction.
  const env = {
    ...given,
    ...(key === null ? {} : { CONTRACT_BENCH_MODEL_KEY: key }),
    ...baseUrls(options),
  };
  // Throws for an invalid value.
  wantedConfinement(env);
  const maker = options.agent ? null : findBuiltInAgent(options.adapter);
  const chosen = maker?.server ?? chooseServer(options);
  await checkInstalled(chosen);
  findReporter(options.reporter);
  // Runs while the rest is read; mistakes of the user are reported before its errors.
  const findingChromium = options.eyes.headed ? findHeadedChromium(env) : findChromium(env);
  findingChromium.catch(() => {});
  const player = await lookUpPlayer(options, chosen, { env, key, pace });
  const tasks = await lookUpTasks(options, player, env);
  const { files, suites, webs } = tasks;
  const checkout = await readCheckout(options.project, options.sha, env);
  checkStartHosts(files, webs);
  const plan: Omit<Plan, 'runs'> = {
    options,
    ...player,
    chromium: await findingChromium,
    web: options.web === 'live' ? 'live' : 'hermetic',
    webs,
    suites,
    note: tasks.note,
    recorder: null,
    screenshotClasses: await screenshotClassesOf(options.project),
    checkout,
    resultsFolder:
      options.save && whyNotAppended(options, checkout) === null ? options.project.results : null,
    redactor: (task) => redactorFor(env, publicTexts(task)),
    redactKeys: redactorFor(env),
  };
  try {
    // After all that the user may have done wrong, because loading weights takes long.
    await plan.adapter.local?.start();
    const runs = await planRuns(plan, tasks, env);
    return { ...plan, runs: options.resume ? await resumeRuns(runs, plan) : runs };
  } catch (error) {
    await plan.adapter.end?.();
    throw error;
  }
}

type Player = Pick<Plan, 'adapter' | 'server' | 'skill' | 'transcriptFolders'>;

/** The adapter, and the server of its calls: `chosen`, unless an agent drives the browser itself. */
async function lookUpPlayer(
  options: PlanOptions,
  chosen: Server,
  { env, key, pace }: { env: NodeJS.ProcessEnv; key: string | null; pace: Pace | undefined },
): Promise<Player> {
  const { transcripts, record, project } = options;
  const transcriptFolders = [...(transcripts ? [transcripts] : []), ...project.recordings];
  if (transcripts !== null && !record && !(await stat(transcripts).catch(() => null))?.isDirectory())
    throw new UserError(
      `--transcripts ${transcripts}: no such folder; expected a folder with <server>/<task>.jsonl or <task>.jsonl`,
    );
  const skill = readSkill(options.skill);
  const instances = instanceMaker(project, openedPages(project));
  const adapter = await makeBuiltInAgent(options, {
    transcripts: transcriptFolders,
    script: options.script,
    walkthrough:
      options.walkthroughOf ??
      (async (taskId) =>
        (await readReferenceSolution(project.suites, taskId)) ?? (await instances.walkthroughOf(taskId))),
    skill,
    env,
    key,
    ...(pace ? { pace } : {}),
    ...(options.recordModel ? { record: exchangeRecorder(options.out, redactorFor(env)) } : {}),
    ...(options.modelFile === null
      ? {}
      : {
          local: {
            file: options.modelFile,
            folder: '.',
            record: answerRecorder(options.out, redactorFor(env), { isResumed: options.resume !== null }),
            log: (line: string) => void process.stderr.write(`${printed(line)}\n`),
          },
        }),
    model: options.model,
  });
  const drivesItself = adapter.agent?.door === 'cdp';
  if (drivesItself && record)
    throw new UserError(
      '--record: got an agent that drives the browser itself; expected an agent that calls a server, because only tool calls are recorded',
    );
  if (options.mustBeModel && adapter.kind !== 'model')
    throw new UserError(
      `a real run needs a model: got adapter "${options.adapter}"; expected --adapter ${modelAgentNames} (or OPENCHROME_BENCH_ADAPTER)`,
    );
  if (adapter.spending && adapter.spending.missing.length > 0 && !options.dryRun)
    throw new UserError(notThere(adapter));
  return { adapter, server: drivesItself ? devtools : chosen, skill, transcriptFolders };
}

async function lookUpTasks(options: PlanOptions, { adapter, server }: Player, env: NodeJS.ProcessEnv) {
  const { files, suites, left, note } = await chooseTasks(options);
  const serverOf = (suite: string) => serverIn(suites.get(suite), server);
  // Before the adapter is asked: a suite whose pages are not installed has nothing to look for.
  const webs = await openWebs(options, [...new Set(files.map(({ suite }) => suite))], suites, env);
  if (adapter.id === 'script' && files.length > 1 && !options.resume) {
    throw new UserError(`--adapter script: got ${files.length} tasks; expected one. Choose it with --task`);
  }
  return {
    files,
    suites,
    left,
    note,
    webs,
    missing: await missingTasks(files, adapter, serverOf, options.allowMissing),
  };
}

function checkMoney({ model, maxUsdTotal, recordModel, out, project }: PlanOptions): void {
  if (model.maxUsd !== null && model.maxUsd > modelCaps.defaultUsd && maxUsdTotal === null)
    throw new UserError(
      `--max-usd ${model.maxUsd}: a limit above ${modelCaps.defaultUsd} requires --max-usd-total, the limit for all episodes together`,
    );
  const below = project.results === null ? '..' : path.relative(project.results, path.resolve(out));
  if (recordModel && !below.startsWith('..'))
    throw new UserError(`--record-model: got --out ${out}; expected a folder outside results/`);
}

function makeBuiltInAgent(
  { agent, adapter }: PlanOptions,
  options: BuiltInAgentOptions,
): Promise<BuiltInAgent> {
  return agent ? chooseAgent(agent, options) : findBuiltInAgent(adapter).make(options);
}

function notThere({ id, spending }: BuiltInAgent): string {
  const missing = (spending?.missing ?? []).map((line) => `  ${line}`);
  return [`--adapter ${id} needs:`, ...missing, `requests would go to ${spending?.address}`].join('\n');
}

function readSkill(skill: PlanOptions['skill']): string | null {
  if (skill === null || 'text' in skill) return skill?.text ?? null;
  return readText(skill.file, `--skill ${skill.file}`);
}

/**
 * The screenshot classes of the project and of the other suites it plays; on equal names the project's own take
 * precedence.
 */
async function screenshotClassesOf({ suites }: Project): Promise<Plan['screenshotClasses']> {
  const all = await Promise.all(
    suites.map((folder) => readScreenshotClasses(path.join(folder, 'screenshots'))),
  );
  return Object.assign({}, ...all.reverse());
}

/** Sets the base URL variable of every vendor to `--base-url`; only the variable of the model's vendor is read. */
function baseUrls({ baseUrl }: PlanOptions): Record<string, string> {
  if (baseUrl === null) return {};
  return Object.fromEntries(apis.map(({ vendor }) => [vendor.baseUrlVariable, baseUrl]));
}

/** Reads the key of a model's API from a file that only its owner can read. Throws `UserError`. */
async function readKeyFile(file: string): Promise<string> {
  const cannot = (error: NodeJS.ErrnoException) => {
    throw new UserError(`--key-file ${file}: cannot be read (${error.code})`);
  };
  const { mode } = await stat(file).catch(cannot);
  if ((mode & 0o077) !== 0)
    throw new UserError(
      `--key-file ${file}: got mode ${(mode & 0o777).toString(8)}, so other users may read or change the file; expected 600 or 400`,
    );
  const key = (await readFile(file, 'utf8').catch(cannot)).trim();
  if (key === '' || /\s/.test(key))
    throw new UserError(`--key-file ${file}: expected a file with only one key`);
  return key;
}

/** Appends every request to a model and its answer to `model/<task>.jsonl` below `out`, readable only by the user. */
function exchangeRecorder(out: string, redact: Redact): (taskId: string, exchange: Exchange) => void {
  const folder = path.join(out, 'model');
  return (taskId, exchange) => {
    makeFolder(folder, 0o700);
    // Redacted before it is written.
    const line = `${JSON.stringify(redact({ at: new Date().toISOString(), ...exchange }, 'free'))}\n`;
    appendFileSync(path.join(folder, `${taskId}.jsonl`), line, { mode: 0o600 });
  };
}
