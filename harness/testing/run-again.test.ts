import { expect, test } from 'vitest';
import { type BuiltInAgent, noOptions } from '../agents/built-in-agent.ts';
import { findBuiltInAgent } from '../agents/index.ts';
import { localLimits } from '../agents/models/local/limits.ts';
import { buildProgram, type Typed } from '../cli/build-program.ts';
import { run as playing } from '../cli/commands/run.ts';
import { thisProject } from '../cli/this-project.ts';
import { toPlanOptions } from '../cli/to-plan-options.ts';
import { valuesOf } from '../cli/values-of.ts';
import { judgeVersion } from '../judge/judge-version.ts';
import { runCommand } from '../publish/board/run-command.ts';
import { comparabilityKey, keyVersion } from '../results/records/comparability-key.ts';
import { readHistory } from '../results/records/read-history.ts';
import type { Run } from '../results/records/result.ts';
import type { ModelRecord } from '../results/records/run-identity.ts';
import { chooseTasks, missingTasks } from '../run/choose-tasks.ts';
import { openWebs } from '../run/open-webs.ts';
import { openedPages } from '../run/pages/opened-pages.ts';
import { episodeKey, type PlannedRun } from '../run/plan.ts';
import type { PlanOptions, RunValues } from '../run/plan-options.ts';
import { planRuns } from '../run/plan-runs.ts';
import { chooseServer } from '../servers/index.ts';
import { serverIn } from '../servers/script-tools.ts';
import { pagesFor } from '../task/pages/installed-pages.ts';
import { readSuites, suitesIn } from '../task/read-suites.ts';
import { noPatternCheck } from '../task/read-tasks.ts';
import { instanceMaker } from '../task/templates/make-instances.ts';
import { redactorFor } from '../task/transcripts/redact.ts';
import { readReferenceSolution } from '../task/walkthroughs/read-walkthrough.ts';
import { isLong } from './sized.ts';

const found: Typed[] = [];
const program = buildProgram([playing], async (_, typed) => void found.push(typed));
const context = {
  project: thisProject,
  folder: thisProject.root,
  config: {},
  options: {},
  env: {},
  json: false,
};
const instances = instanceMaker(thisProject, openedPages(thisProject));
const webs = new Map<string, ReturnType<typeof openWebs>>();

async function optionsOf(command: string): Promise<PlanOptions> {
  const [, words = ''] = command.split(' -- ');
  await program.parseAsync(['run', ...words.split(' ')], { from: 'user' });
  const typed = found.pop();
  if (!typed) throw new Error(`nothing was run by ${command}`);
  return toPlanOptions(valuesOf(playing, typed, context) as RunValues, context);
}

/** The agent of a run with open weights, whose file and runtime need not be here. */
function agentWith({ asked, local, maxTokens }: ModelRecord): BuiltInAgent {
  const unused = () => Promise.reject(new Error('nothing is played'));
  if (!local) throw new Error('the run has no weights');
  return {
    ...{ id: 'local', kind: 'model', model: asked, open: unused },
    local: {
      ...{ start: unused, estimate: unused, record: () => local },
      ...{ maxTokens: localLimits.maxTokens, maxTokensPerTurn: maxTokens ?? 0 },
    },
  };
}

/** What `run` plans for a command; the program of its browser is in no key. */
async function planned(command: string, model: ModelRecord | null): Promise<PlannedRun> {
  const options = await optionsOf(command);
  const server = chooseServer(options);
  expect(options.modelFile === null).toBe(!model?.local);
  const adapter = model?.local
    ? agentWith(model)
    : await findBuiltInAgent(options.adapter).make({
        ...noOptions,
        transcripts: thisProject.recordings,
        walkthrough: async (id) =>
          (await readReferenceSolution(thisProject.suites, id)) ?? (await instances.walkthroughOf(id)),
      });
  const { files, suites, left, note } = await chooseTasks(options);
  const missing = await missingTasks(
    files,
    adapter,
    (suite) => serverIn(suites.get(suite), server),
    options.allowMissing,
  );
  const names = [...new Set(files.map(({ suite }) => suite))];
  const key = names.join();
  webs.set(key, webs.get(key) ?? openWebs(options, names, suites));
  const plan = {
    ...{ options, server, adapter, note, suites, recorder: null, skill: null, resultsFolder: null },
    web: 'hermetic' as const,
    webs: (await webs.get(key)) ?? new Map(),
    chromium: { executable: '', env: {}, name: 'Chromium', version: '1', source: 'installed' as const },
    screenshotClasses: {},
    checkout: { sha: null, commit: { date: null, parents: [] }, dirty: false },
    transcriptFolders: [...thisProject.recordings],
    redactor: () => redactorFor({}),
    redactKeys: redactorFor({}),
  };
  const [run, ...others] = await planRuns(plan, { files, missing, left }, {});
  if (!run || others.length > 0) throw new Error(`not one run: ${command}`);
  return run;
}

/** A run of each list of seeds; with LONG=1 of each suite, number of trials, server, agent and limit too. */
function byAsking(runs: readonly Run[]): Run[] {
  const askingOf = ({ suite, notRun, config: { worldSeeds, trials, limits, server, adapter } }: Run) =>
    JSON.stringify([worldSeeds, ...(isLong ? [suite, trials, notRun, limits, server.id, adapter] : [])]);
  return [...new Map(runs.map((run) => [askingOf(run), run])).values()];
}

test('the command that a page prints plans the episodes of a stored run, under its comparability key', async () => {
  const today = suitesIn(await readSuites(thisProject.suites, noPatternCheck));
  const installed = new Set<string>();
  for (const { id, needs } of isLong ? today.values() : [])
    if (needs && (await pagesFor({ id, needs })).pages !== null) installed.add(id);
  const stored = [...readHistory('results')]
    .flatMap(({ runs }) => runs)
    // An interrupted run has fewer episodes than its command plans.
    .filter(({ complete }) => complete)
    // A plan opens the pages of such a suite in a browser, if they are installed.
    .filter(({ suite }) => today.get(suite)?.needs === undefined || installed.has(suite))
    .filter(({ config }) => config.keyVersion === keyVersion && config.judge === judgeVersion);
  const runs = byAsking(stored);
  expect(new Set(runs.map(({ config }) => config.worldSeeds?.join())).size).toBeGreaterThan(2);
  for (const run of runs) {
    const { run: again, order } = await planned(
      runCommand('npm run harness --', run, today.get(run.suite)),
      run.config.model,
    );
    // Tasks, pages and prompts may have changed since; a command says which of them are played.
    const { tasksSha256, promptSha256, webSha256 } = run.config;
    const asked = { ...again.config, kind: run.config.kind, tasksSha256, promptSha256, webSha256 };
    expect([run.runId, order.toSorted(), comparabilityKey(run.suite, asked)]).toEqual([
      run.runId,
      run.episodes.map(({ taskId, trial }) => episodeKey(taskId, trial)).toSorted(),
      run.config.comparabilityKey,
    ]);
  }
});

test('limits, seeds, tasks and money that are not as usual are typed', async () => {
  const today = suitesIn(await readSuites(thisProject.suites, noPatternCheck));
  const [first] = [...readHistory('results')].flatMap(({ runs }) =>
    runs.filter(({ suite }) => suite === 'town'),
  );
  if (!first) throw new Error('no run of the town is stored');
  const limits = { ...first.config.limits, maxSteps: 7, maxDurationMs: 90_000 };
  const run: Run = {
    ...first,
    notRun: [{ taskId: 'mail-filter-s9', why: 'not_asked' }],
    episodes: first.episodes.slice(0, 1).map((each) => ({ ...each, taskId: 'mail-restore-s9' })),
    config: { ...first.config, worldSeeds: [9], trials: 2, limits, partial: true },
  };
  const { run: again, order } = await planned(
    runCommand('npm run harness --', run, today.get('town')),
    run.config.model,
  );
  expect(order).toEqual(['mail-restore-s9 1', 'mail-restore-s9 2']);
  expect(again.config).toMatchObject({ worldSeeds: [9], trials: 2, limits, partial: true });
});
