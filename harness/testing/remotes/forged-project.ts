import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { checkResults } from '../../cli/check/check-results.ts';
import { digest } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { projectAt } from '../../platform/project.ts';
import { openOrigins } from '../../publish/board/open-origins.ts';
import { readSiteHistory } from '../../publish/board/read-site-history.ts';
import { gate } from '../../publish/gate/gate.ts';
import { comparabilityKey } from '../../results/records/comparability-key.ts';
import { readResultsFile } from '../../results/records/read-history.ts';
import type { ResultsFile, Run } from '../../results/records/result.ts';
import { totalsOf } from '../../results/records/run-facts.ts';
import { writeResultsFile } from '../../results/store/save-run.ts';
import { folderOf } from '../folder-of.ts';
import { saveReplay } from '../save-replay.ts';
import { suiteYaml, taskMarkdown } from '../suite-files.ts';
import { usualGateOptions } from '../usual-gate-options.ts';
import { commitAll, gitAs } from './git-as.ts';

export type ForgedProject = {
  old: string;
  recent: string;
  /** A copy in which the run of the newest commit is the only thing that no commit has. */
  copy(): Promise<string>;
};

const tasks = ['one', 'two', 'three'];
const required = { expected_pass_count: 3, required: tasks };
const baseline = { schema: 'contract-bench.baseline.v1', server: 'playwright', suites: { small: required } };

/** Two commits of a project of three tasks; the results of the first are committed. */
export async function forgedProject(): Promise<ForgedProject> {
  const original = await folderOf({
    'package.json': '{ "dependencies": { "@playwright/mcp": "0.0.83" } }\n',
    'tasks/small/suite.yaml': suiteYaml('small', { tasks }),
    ...Object.fromEntries(tasks.map((id) => [`tasks/small/${id}.md`, taskMarkdown(id)])),
    'tasks/web/a.test/index.html': '<h1>Start</h1>\n',
    ...Object.fromEntries(tasks.map((id) => [`transcripts/playwright/${id}.jsonl`, `${id}\n`])),
    'results/baseline.json': JSON.stringify(baseline),
    'results/references.json': await readFile('results/references.json', 'utf8'),
  });
  await gitAs(original, 'init', '--quiet', '--initial-branch=main');
  const old = await commitAll(original, 'feat: three tasks');
  await saveReplay(original, { sha: old, suite: 'small' });
  await writeFile(path.join(original, 'tasks/web/a.test/index.html'), '<h1>Begin</h1>\n');
  const recent = await commitAll(original, 'feat: another page, and the results of the first');
  return {
    old,
    recent,
    copy: async () => {
      const folder = await folderOf();
      await cp(original, folder, { recursive: true });
      await saveReplay(folder, { sha: recent, suite: 'small' });
      return folder;
    },
  };
}

export type Forge = (content: ResultsFile, run: Run) => ResultsFile;

export async function forge(folder: string, sha: string, by: Forge, as = sha): Promise<void> {
  const content = readResultsFile(path.join(folder, 'results', `${sha}.json`));
  const [run] = content.runs;
  if (!run) throw new Error('the project has no run');
  writeResultsFile(path.join(folder, 'results', `${as}.json`), by(content, run));
}

export const withRun =
  (change: (run: Run) => Partial<Run>): Forge =>
  (content, run) => ({ ...content, runs: [{ ...run, ...change(run) }] });

/** A careful forgery: all that follows from the episodes and the configuration follows. */
export function careful(
  run: Run,
  { config = {}, ...changes }: Omit<Partial<Run>, 'config'> & { config?: Partial<Run['config']> },
): Partial<Run> {
  const episodes = changes.episodes ?? run.episodes;
  const tasksSha256 = digest(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]));
  const all = { ...run.config, tasksSha256, ...config };
  const suite = changes.suite ?? run.suite;
  return {
    ...changes,
    episodes,
    totals: totalsOf(episodes),
    config: { ...all, comparabilityKey: comparabilityKey(suite, all) },
  };
}

/** What each of the three says of the results of a project that were changed since `base`. */
export async function refusals(folder: string, base: string) {
  const project = projectAt(folder);
  const { mistakes } = await checkResults(project, Date.now());
  const { report } = await gate({ ...usualGateOptions, base }, project, {});
  const origins = await openOrigins({ checkout: project, resultsDir: project.results, repositoryUrl: null });
  const site = () => readSiteHistory(project.results, origins);
  let built = '';
  try {
    site();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    built = error.message;
  }
  return {
    check: mistakes.join('\n'),
    gate: report.failures.map(({ file, what }) => `${file}: ${what}`).join('\n'),
    site: built,
  };
}

export async function expectRefused(
  folder: string,
  base: string,
  { sha, why }: { sha: string; why: RegExp },
): Promise<void> {
  for (const [who, said] of Object.entries(await refusals(folder, base))) {
    const line = said.split('\n').find((each) => why.test(each));
    expect(line, `${who} said:\n${said}`).toBeDefined();
    expect(line, who).toContain(`results/${sha}.json`);
  }
}
