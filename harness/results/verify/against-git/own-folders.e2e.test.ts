import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkResults } from '../../../cli/check/check-results.ts';
import { toProject } from '../../../cli/project-here.ts';
import { sha256 } from '../../../platform/digest.ts';
import { type Project, projectAt } from '../../../platform/project.ts';
import { gate } from '../../../publish/gate/gate.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { careful } from '../../../testing/remotes/forged-project.ts';
import { commitAll, gitAs } from '../../../testing/remotes/git-as.ts';
import { saveReplay } from '../../../testing/save-replay.ts';
import { isLong, sized } from '../../../testing/sized.ts';
import { suiteYaml, taskMarkdown } from '../../../testing/suite-files.ts';
import { usualGateOptions } from '../../../testing/usual-gate-options.ts';
import { readResultsFile } from '../../records/read-history.ts';
import type { Run } from '../../records/result.ts';
import { writeResultsFile } from '../../store/save-run.ts';

const config = {
  suites: ['./suites/mine', '../shared/ours', 'packed'],
  transcripts: 'recorded',
  webRoots: ['pages'],
  results: 'rows',
};

/** A project in a folder of a repository, with no folder where it usually is, and a server that it pins by a range. */
let project: Project;
let sha: string;

beforeAll(async () => {
  const packaged = await folderOf({
    'package.json': '{ "dependencies": { "@playwright/mcp": "0.0.83" } }',
    'tasks/packed/suite.yaml': suiteYaml('packed', { tasks: ['three'] }),
    'tasks/packed/three.md': taskMarkdown('three'),
    'tasks/web/a.test/index.html': '<h1>Packed</h1>',
    'transcripts/playwright/three.jsonl': 'three\n',
  });
  const top = await folderOf({
    'bench/package.json': '{ "dependencies": { "@playwright/mcp": "^0.0.1" } }',
    'bench/contract-bench.config.json': JSON.stringify(config),
    'bench/suites/mine/suite.yaml': suiteYaml('mine', { tasks: ['one'] }),
    'bench/suites/mine/one.md': taskMarkdown('one'),
    'shared/ours/suite.yaml': suiteYaml('ours', { tasks: ['two'] }),
    'shared/ours/two.md': taskMarkdown('two'),
    'bench/pages/a.test/index.html': '<h1>Start</h1>',
    'bench/recorded/playwright/one.jsonl': 'one\n',
    'bench/recorded/playwright/two.jsonl': 'two\n',
  });
  const root = path.join(top, 'bench');
  const file = path.join(root, 'contract-bench.config.json');
  project = toProject({ file, root, config }, projectAt(packaged));
  await gitAs(top, 'init', '--quiet', '--initial-branch=main');
  sha = await commitAll(top, 'feat: three suites');
  for (const suite of ['mine', 'ours', 'packed']) await saveReplay(root, { sha, suite, project });
});

const rows = () => path.join(project.results, `${sha}.json`);

/** What is said of the results with one run changed. */
async function saidOf(suite: string, change: (run: Run) => Partial<Run>) {
  const sound = readResultsFile(rows());
  const runs = sound.runs.map((run) => (run.suite === suite ? { ...run, ...change(run) } : run));
  writeResultsFile(rows(), { ...sound, runs });
  try {
    const { mistakes, notes } = await checkResults(project, Date.now());
    return { mistakes, notes };
  } finally {
    writeResultsFile(rows(), sound);
  }
}

test('suites, pages, recordings and results are those of the configuration, then those of the package', async () => {
  expect(await saidOf('mine', () => ({}))).toEqual({ mistakes: [], notes: [] });
});

const edits: readonly [suite: string, what: string, change: (run: Run) => Partial<Run>][] = [
  ['mine', 'webSha256', (run: Run) => careful(run, { config: { webSha256: sha256('none') } })],
  ['ours', 'edition', (run: Run) => careful(run, { config: { edition: 2 } })],
  ['packed', 'webSha256', (run: Run) => careful(run, { config: { webSha256: sha256('none') } })],
  [
    'packed',
    'recordings',
    (run: Run) => careful(run, { config: { recordings: 'project', transcriptsSha256: sha256('none') } }),
  ],
  [
    'none',
    'suite: got "none"; expected a suite of the commit',
    (run: Run) => careful(run, { suite: 'none' }),
  ],
];
if (isLong) {
  test('a run that says something else of any of them is refused', async () => {
    for (const [suite, what, change] of sized(edits.slice(0, 3), edits)) {
      const { mistakes } = await saidOf(suite === 'none' ? 'mine' : suite, change);
      expect(mistakes.join('\n'), suite).toContain(what);
    }
  });
}

test('a run of a suite of the package is not held to another version of the package, and that is said', async () => {
  const said = await saidOf('packed', (run) => ({
    ...careful(run, { config: { webSha256: sha256('none') } }),
    environment: { ...run.environment, harness: '9.9.9' },
  }));
  expect(said.mistakes).toEqual([]);
  expect(said.notes).toEqual([
    expect.stringMatching(/it was played with contract-bench 9\.9\.9, but \d\S+ is installed/),
  ]);
});

if (isLong) {
  test('where folders lay is known of commits with the configuration of today alone', async () => {
    const file = path.join(project.root, 'contract-bench.config.json');
    await writeFile(file, JSON.stringify({ ...config, site: {} }));
    try {
      const wrong = await saidOf('mine', (run) => careful(run, { config: { webSha256: sha256('none') } }));
      expect([wrong.mistakes, wrong.notes]).toEqual([
        [],
        [
          expect.stringMatching(
            /the configuration of its commit differs from the current one \(config\.webSha256: stored/,
          ),
        ],
      ]);
      expect(await saidOf('mine', () => ({}))).toEqual({ mistakes: [], notes: [] });
    } finally {
      await writeFile(file, JSON.stringify(config));
    }
  });

  test('the gate finds results where the configuration has them, and what became of those of the base', async () => {
    const base = await commitAll(project.root, 'chore(results): three suites');
    const options = { ...usualGateOptions, base, suites: ['mine', 'packed', 'ours'] };
    const passing = await gate(options, project, {});
    expect([passing.report.failures, passing.passed]).toEqual([[], true]);
    const sound = readResultsFile(rows());
    writeResultsFile(rows(), { ...sound, runs: sound.runs.slice(1) });
    const { report } = await gate(options, project, {});
    expect(report.failures).toContainEqual(
      expect.objectContaining({
        file: `rows/${sha}.json`,
        what: expect.stringContaining('is missing; the base'),
      }),
    );
  });
}
